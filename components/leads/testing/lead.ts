import type { Lead } from '@/lib/contracts/leads';

/** A processed lead with a recording, changed as a test needs it. */
export function leadOf(change: Partial<Lead> = {}): Lead {
  return {
    _id: 'lead-1',
    phoneNumber: '+998901234567',
    createdAt: '2026-11-22T05:00:00.000Z',
    duration: 0,
    audioSize: 0,
    processingStatus: 'completed',
    hasAudio: true,
    turns: [],
    missing: [],
    missed: false,
    recordingRefused: false,
    mark: 'to_call',
    note: '',
    nextStep: '',
    ...change,
  };
}

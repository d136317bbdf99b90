import { apiUrl } from '@/lib/api-client';
import type { PlayableRecording } from '@/components/player/player';
import type { Lead } from '@/lib/contracts/leads';

export function recordingOf(lead: Pick<Lead, '_id'>): PlayableRecording {
  return { recordingId: lead._id, source: apiUrl('GET /api/leads/{id}/audio', { params: { id: lead._id } }) };
}

import type { PlayableRecording } from '@/components/player/player';
import type { Lead } from '@/lib/contracts/leads';
import { audioPath } from '../api';

export function recordingOf(lead: Lead): PlayableRecording {
  return { recordingId: lead._id, source: audioPath(lead._id) };
}

import type { LeadView } from './lead-data';
import { audioPath } from './leads-api';
import type { Recording } from './player';

export function recordingOf(lead: LeadView): Recording {
  return { leadId: lead._id, source: audioPath(lead._id) };
}

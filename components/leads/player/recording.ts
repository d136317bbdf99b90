import type { LeadView } from '../data/lead-data';
import { audioPath } from '../data/leads-api';
import type { Recording } from './player';

export function recordingOf(lead: LeadView): Recording {
  return { leadId: lead._id, source: audioPath(lead._id) };
}

import type { SpeakerName } from '../../contracts/call-events.ts';

/** What the two are called in transcripts that leave the page. */
export const speakerNames: Record<SpeakerName, string> = { agent: 'Agent', visitor: 'Visitor' };

import type { Room } from '@livekit/rtc-node';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { OwnerVoice } from '../speaking/owner-voice.ts';
import type { CallCopy } from '../recording/call-copy.ts';

/** The agent's words in a call, with the owner's recordings of them. */
export interface CallScript {
  plan: InterviewPlan;
  ownerVoice?: OwnerVoice;
}

/** The context of a conversation: its room, its words, and the receiver of its reports. */
export interface CallContext extends CallScript {
  room: Room;
  language: Language;
  phone?: string;
  /** The language model must not hold this call. */
  scripted?: boolean;
  /** Receives the events of the conversation; `ended` comes once, last. */
  report: (event: CallEvent) => void;
  /** The agent's own recording of the call. */
  copy?: CallCopy;
}

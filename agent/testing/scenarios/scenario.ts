import type { InterviewPlan } from '../../../lib/contracts/interview.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import type { HeldCall, ModelTurn } from '../hold-call.ts';
import type { StagedReply } from '../loopback-vendor.ts';

/** A visitor who leads the agent into a contradiction, and a model that follows. */
export interface Scenario {
  name: string;
  language: Language;
  model: (turn: ModelTurn) => StagedReply;
  /** The model's answer to the request to read the transcript. */
  reads?: object;
  plan?: InterviewPlan;
  farewellMs?: number;
  visitor: (call: HeldCall) => Promise<void>;
  /** The agent must not say this. */
  never?: RegExp;
  /** The answers in the lead; undefined for a topic without one. */
  found?: Record<string, string | undefined>;
  phone?: string;
  /** A number in its spoken form. */
  voice?: string;
  /** The call continues after the visitor's last words. */
  isOpen?: boolean;
}

export const save = (answers: Record<string, string>, asks?: string) => ({
  name: 'save_answer',
  args: { answers: Object.entries(answers).map(([topic, value]) => ({ topic, value })), asks },
});
export const endCall = { name: 'end_call', args: { reason: 'finished' } };

const slowMsPerLetter = 40;
const overlapMs = 700;

/** The visitor types, and speaks while the agent's slow answer is heard. */
export async function talkOver(call: HeldCall, typed: string, said: string): Promise<void> {
  const { settings } = call.vendor;
  const { msPerLetter } = settings;
  settings.msPerLetter = slowMsPerLetter;
  call.type(typed);
  await call.untilHeardFor(overlapMs);
  settings.msPerLetter = msPerLetter;
  await call.say(said);
}

/** A model that answers the visitor's words by this table, and a silence with `silent`. */
export function answers(
  table: Record<string, StagedReply>,
  silent: StagedReply = { text: '' },
): Scenario['model'] {
  return ({ said, afterTools }) => {
    if (afterTools) return { text: '' };
    if (said === undefined) return silent;
    const [longestMatch] = Object.keys(table)
      .filter((words) => said.endsWith(words))
      .sort((a, b) => b.length - a.length);
    return (longestMatch === undefined ? undefined : table[longestMatch]) ?? { text: 'I do not follow.' };
  };
}

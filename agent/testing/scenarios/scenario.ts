import type { InterviewPlan } from '../../../lib/contracts/interview.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import type { TestCall, ModelTurn } from '../test-call.ts';
import type { StagedReply } from '../loopback-vendor.ts';

/** A visitor who provokes contradictions, and a model that falls for them. */
export interface Scenario {
  name: string;
  language: Language;
  model: (turn: ModelTurn) => StagedReply;
  /** The model's answer to the request to extract answers from the transcript. */
  extraction?: object;
  plan?: InterviewPlan;
  farewellMs?: number;
  visitor: (call: TestCall) => Promise<void>;
  mustNotSay?: RegExp;
  /** The saved answers; undefined for a topic that must have none. */
  expectedAnswers?: Record<string, string | undefined>;
  expectedPhone?: string;
  /** In words, as the voice gets it. */
  expectedSpokenNumber?: string;
  /** True if the visitor's last words do not end the call. */
  staysOpen?: boolean;
}

export const save = (answers: Record<string, string>, asks?: string) => ({
  name: 'save_answer',
  args: { answers: Object.entries(answers).map(([topic, value]) => ({ topic, value })), asks },
});
export const endCall = { name: 'end_call', args: { reason: 'finished' } };

const slowVoiceMsPerLetter = 40;
const overlapMs = 700;

/** The visitor types, and then speaks over the agent's reply, which is slowed down for this. */
export async function talkOver(call: TestCall, typed: string, said: string): Promise<void> {
  const { settings } = call.vendor;
  const { voiceMsPerLetter } = settings;
  settings.voiceMsPerLetter = slowVoiceMsPerLetter;
  call.type(typed);
  await call.untilHeardFor(overlapMs);
  settings.voiceMsPerLetter = voiceMsPerLetter;
  await call.say(said);
}

/** A model that looks up its replies by the end of the visitor's words, and answers a silence with `silent`. */
export function modelFrom(
  table: Record<string, StagedReply>,
  silent: StagedReply = { text: '' },
): Scenario['model'] {
  return ({ said, isAfterTools }) => {
    if (isAfterTools) return { text: '' };
    if (said === undefined) return silent;
    const [longestMatch] = Object.keys(table)
      .filter((words) => said.endsWith(words))
      .sort((a, b) => b.length - a.length);
    return (longestMatch === undefined ? undefined : table[longestMatch]) ?? { text: 'I do not follow.' };
  };
}

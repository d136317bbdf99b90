import type { CallEvent } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Failure } from '../../lib/contracts/vendor-failures.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { Memory } from '../conversation/memory.ts';
import { ModelWording } from '../conversation/model-wording.ts';
import { ScriptWording } from '../conversation/script-wording.ts';
import type { ModelEndReason } from '../../lib/server/plan/tools.ts';
import type { Cue, Utterance } from '../conversation/wording.ts';
import type { LanguageModel, ModelUse } from '../models/language-model.ts';

export interface DialogueLine {
  speaker: 'agent' | 'visitor';
  text: string;
}

export interface SimulatedOutcome {
  lines: DialogueLine[];
  memory: Memory;
  events: CallEvent[];
  ended: ModelEndReason | undefined;
  /** Time from the visitor's words to the agent's last one, per turn. */
  turnMs: number[];
  /** Turns in which the script spoke instead of the model or completed its reply. */
  scriptTurns: number;
  /** The first failure of a vendor. */
  failure: { vendor: string; failure: Failure } | undefined;
  /** Sentences of the model that had an unsupported claim. */
  replaced: string[];
}

export interface SimulationSetup {
  model: LanguageModel;
  plan: InterviewPlan;
  language: Language;
  phone: string;
  maxTurns: number;
  onUse?: (use: ModelUse) => void;
}

/** The conversation as the visitor knows it. */
export interface VisitorView {
  lines: readonly DialogueLine[];
  /** The topic of the agent's last question, if known. */
  askedTopic: string | undefined;
  phone: string;
}

/** The visitor's next words, or undefined when they hang up. */
export type Visitor = (heard: VisitorView) => Promise<string | undefined>;

/** Stands for words that no recogniser understood. */
const unrecognized = '…';
/** The longest possible timer. A text conversation needs no filler. */
const neverMs = 2 ** 31 - 1;

/** Holds one conversation in text: the agent's prompt, tools and fallbacks as in a call, without a room and without audio. */
export async function converse(
  { model, plan, language, phone, maxTurns, onUse = () => {} }: SimulationSetup,
  visitor: Visitor,
): Promise<SimulatedOutcome> {
  const events: CallEvent[] = [];
  const replaced: string[] = [];
  let failure: SimulatedOutcome['failure'];
  const memory = new Memory(plan, language, (event) => events.push(event), phone);
  const wording = new ModelWording({
    model: model.forCall(onUse, (vendor, vendorFailure) => (failure ??= { vendor, failure: vendorFailure })),
    memory,
    script: new ScriptWording(memory),
    fillerAfterMs: neverMs,
    onReplaced: (sentences) => replaced.push(...sentences),
  });
  const notice = await hear(wording.say({ type: 'notice' }));
  const opening = await hear(wording.say({ type: 'open' }));
  const lines: DialogueLine[] = [{ speaker: 'agent', text: `${notice} ${opening}` }];
  const turnMs: number[] = [];
  let scriptTurns = 0;
  let ended: ModelEndReason | undefined;
  let hasSaidGoodbye = false;
  for (let turn = 0; turn < maxTurns && ended === undefined; turn++) {
    const text = await visitor({ lines, askedTopic: memory.question?.topic, phone: memory.phone ?? phone });
    if (text === undefined) {
      // The call ends by itself if nobody speaks after a goodbye.
      if (hasSaidGoodbye) ended = 'finished';
      break;
    }
    lines.push({ speaker: 'visitor', text });
    const startedMs = performance.now();
    const utterance = wording.say(cueOf(text));
    lines.push({ speaker: 'agent', text: await hear(utterance) });
    turnMs.push(performance.now() - startedMs);
    ended = utterance.meaning.ends;
    hasSaidGoodbye = utterance.meaning.isFarewell === true;
    if (utterance.meaning.by === 'script' && text !== unrecognized) scriptTurns++;
  }
  await wording.close();
  return { lines, memory, events, ended, turnMs, scriptTurns, failure, replaced };
}

function cueOf(text: string): Cue {
  const isUnrecognized = text === unrecognized;
  return { type: 'reply', ...(!isUnrecognized && { text }), isUnrecognized, continues: false };
}

/** Returns the words of an utterance, and reports them to it as heard. */
async function hear(utterance: Utterance): Promise<string> {
  const text = await wordsOf(utterance);
  utterance.heard(text, true);
  return text;
}

export async function wordsOf({ lead, rest }: Utterance): Promise<string> {
  const pieces = (await Array.fromAsync<string>(rest)).join(Array.isArray(rest) ? ' ' : '');
  return [...lead, pieces].join(' ').replaceAll(/\s+/g, ' ').trim();
}

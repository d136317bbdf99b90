import { onTestFinished } from 'vitest';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { Memory } from '../conversation/memory.ts';
import { ModelWording } from '../conversation/model-wording.ts';
import { ScriptWording } from '../conversation/script-wording.ts';
import type { Cue, ReplyCue } from '../conversation/wording.ts';
import { LanguageModel } from '../models/language-model.ts';
import { wordsOf } from '../simulator/simulated-conversation.ts';
import { type ChatRequest, type LoopbackSettings, LoopbackVendor } from './loopback-vendor.ts';
import { fourTopics } from './plan.ts';

interface TextConversationOptions {
  hasBudget?: () => boolean;
  onSpoke?: (words: string) => void;
  onFirstToken?: (ms: number) => void;
  fillerAfterMs?: number;
  firstTokenMs?: number;
  plan?: InterviewPlan;
  language?: Language;
}

/** A conversation in text with loopback models. The test gives cues and gets the agent's words. */
export async function startTextConversation(
  settings: Partial<LoopbackSettings>,
  models = ['m'],
  {
    fillerAfterMs = 5_000,
    firstTokenMs = 5_000,
    plan = fourTopics,
    language = 'en',
    ...callbacks
  }: TextConversationOptions = {},
) {
  const vendor = await new LoopbackVendor({ firstTokenMs: 1, tokensPerS: 2_000, ...settings }).start();
  const events: CallEvent[] = [];
  const memory = new Memory(plan, language, (event) => events.push(event));
  const model = new LanguageModel(
    models.map((name) => ({ model: name, baseUrl: vendor.url })),
    { firstTokenMs, stallMs: 5_000 },
  );
  const script = new ScriptWording(memory);
  const wording = new ModelWording({ model, memory, script, fillerAfterMs, ...callbacks });
  onTestFinished(async () => {
    await wording.close();
    await vendor.close();
  });
  /** How many letters of each utterance the visitor hears. */
  const heard = { letters: Infinity };
  let endReason: string | undefined;
  const say = async (cue: Cue) => {
    const utterance = wording.say(cue);
    const text = await wordsOf(utterance);
    const isWhole = heard.letters >= text.length;
    utterance.heard(text.slice(0, heard.letters), isWhole);
    if (isWhole) endReason = utterance.meaning.ends;
    return text;
  };
  await say({ type: 'open' });
  const replyTo = (text?: string, changes: Partial<ReplyCue> = {}) =>
    say({ type: 'reply', text, isUnrecognized: text === undefined, continues: false, ...changes });
  return { replyTo, say, wording, memory, events, vendor, heard, endReason: () => endReason };
}

export const isExtraction = ({ tools }: ChatRequest) => tools === undefined;
export const extractionReply = (answers: object[], asking: string | null = null) => ({
  text: JSON.stringify({ answers, asking }),
});

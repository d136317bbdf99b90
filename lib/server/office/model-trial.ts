import type { InterviewPlan } from '../../contracts/interview.ts';
import type { ModelTrial } from '../../contracts/vendor-failures.ts';
import type { Language } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { instructions } from '../plan/prompt.ts';
import { toolDefinitions, toolSchema } from '../plan/tools.ts';
import { firstTokenLimitMs, streamChat } from '../language-models/chat-stream.ts';
import { type ModelVendor, acceptsTools, reasoningOf } from '../language-models/model-request.ts';
import { vendorFailureOf } from '../platform/vendor-failure.ts';

const answersWithinMs = 15_000;
/** A server reads a model from its disk for the first request. */
const loadsWithinMs = 120_000;

export const trialSentences: Record<Language, string> = {
  uz: 'Salom, mening ismim Dilshod.',
  ru: 'Здравствуйте, меня зовут Дильшод.',
  en: 'Hello, my name is Dilshod.',
};

/** Tries a model of this machine; one that is late while it loads gets a second try. */
export async function tryLocalModel(
  vendor: ModelVendor,
  { plan, language }: { plan: InterviewPlan; language: Language },
): Promise<ModelTrial> {
  const trialOptions = { plan, language, limitMs: firstTokenLimitMs(1) };
  const ask = () => tryModel(vendor, trialSentences[language], trialOptions, loadsWithinMs);
  const firstTrial = await ask();
  return firstTrial.failure?.kind === 'timeout' ? ask() : firstTrial;
}

/**
 * Sends a model the request of a call with this plan: prompt and tools, streamed, in this language.
 * @param limitMs how long a call waits for the first word
 */
export async function tryModel(
  vendor: ModelVendor,
  visitorText: string,
  { plan, language, limitMs }: { plan: InterviewPlan; language: Language; limitMs: number },
  timeoutMs = answersWithinMs,
): Promise<ModelTrial> {
  const facts = { plan, answers: new Map<string, string>(), phone: '+998901234567', callBack: undefined };
  const messages = [
    { role: 'system', content: instructions(facts, language) },
    { role: 'assistant', content: messagesOf[language].agent_ask_name },
    { role: 'user', content: visitorText },
  ];
  const tools = Object.values(toolDefinitions(plan)).map((tool) => toolSchema(tool));
  const { model } = vendor;
  const dialect = () => ({ lacksTools: !acceptsTools(vendor), reasoning: reasoningOf(vendor) });
  const beganMs = performance.now();
  let firstTokenMs: number | undefined;
  let reply = '';
  let hasEnded = false;
  try {
    for await (const piece of streamChat(vendor, { messages, tools }, AbortSignal.timeout(timeoutMs))) {
      if (piece.type === 'usage' || piece.type === 'calling') continue;
      const isReply = piece.type === 'end' ? piece.calls.length > 0 : piece.words.trim() !== '';
      if (isReply) firstTokenMs ??= Math.round(performance.now() - beganMs);
      if (piece.type === 'end') hasEnded = true;
      else reply += piece.words;
    }
  } catch (cause) {
    return { model, ...dialect(), failure: vendorFailureOf(cause) };
  }
  const trial = { model, firstTokenMs, said: reply.trim().slice(0, 300), ...dialect() };
  if (firstTokenMs === undefined) return { ...trial, failure: { kind: 'empty' } };
  if (!hasEnded) return { ...trial, failure: { kind: 'broken_off' } };
  return firstTokenMs > limitMs ? { ...trial, failure: { kind: 'timeout' } } : trial;
}

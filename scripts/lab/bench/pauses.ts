/**
 * npm run bench:pauses: how often the agent answers into the pauses of labelled sentences. `SAMPLE=3` takes every third sentence.
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openCall, voicedPart } from '../../../agent/testing/hold-call.ts';
import type { StagedReply } from '../../../agent/testing/loopback-vendor.ts';
import { type LabelledSentence, sentences } from '../../../agent/testing/sentences.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { PromiseCache } from '../../../agent/promise-cache.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { median, percentile } from './timing.ts';

const pausesMs = [300, 600, 800, 1_100, 1_400, 1_800];
/** The pause of the requirement: all sentences are spoken with it, and each with one of the others. */
const requiredPauseMs = 800;
const callsAtOnce = 8;
const rateHz = 16_000;
/** A whole sentence is answered within this time. */
const silenceAfterMs = 4_000;
const lookEveryMs = 20;
/** A reply that begins this long after the voice returned does not count as talking over the pause. */
const lateMs = 100;

const questions: Record<Language, Record<'open' | 'number', string>> = {
  uz: { open: 'Nima ish qilasiz?', number: 'Telefon raqamingiz qanday?' },
  ru: { open: 'Чем вы занимаетесь?', number: 'Какой у вас номер телефона?' },
  en: { open: 'What do you do for a living?', number: 'What is your phone number?' },
};
const more: Record<Language, string> = {
  uz: 'Dilnoza Karimova',
  ru: 'Дильноза Каримова',
  en: 'Dilnoza Karimova',
};
/** With its question the model saves known answers, as models do. */
const known = { name: 'Dilnoza', profession: 'carpets', goal: 'orders', needs: 'calls' };
function askingReply(asked: 'open' | 'number', question: string): StagedReply {
  const topics = Object.entries(known).slice(0, asked === 'open' ? 1 : 4);
  const answers = topics.map(([topic, value]) => ({ topic, value }));
  const args = { answers, asks: asked === 'open' ? 'profession' : undefined };
  return { text: question, calls: [{ name: 'save_answer', args }] };
}
const reply =
  'Thank you very much, I have noted that for my colleague, and now I have one more thing to ask.';

interface BenchSentence extends LabelledSentence {
  pauseMs?: number;
}

interface PauseFigures {
  /** From the end of the voice to the agent's first sound. */
  answerMs: number;
  isTalkedOver: boolean;
  /** From the voice that came back to the agent's last sound, if it was talked over. */
  silentMs?: number;
}

const voices = new PromiseCache<Int16Array>(sentences.length);
/** The sound of a text without punctuation, from its first voiced sample to its last. */
function voiceOf(text: string, language: Language): Promise<Int16Array> {
  const words = text.replaceAll(/[^\p{L}\p{N}ʻʼ'+ -]/gu, '');
  return voices.getOrMake(words, async () => {
    const sound = localSynthesizer().synthesize(words, { language, sampleRateHz: rateHz });
    return voicedPart(joinSamples(await Array.fromAsync(sound)));
  });
}

const silence = (ms: number) => new Int16Array((rateHz * ms) / 1000);
const durationMs = ({ length }: Int16Array) => (length * 1000) / rateHz;

async function hold({ language, asked, text, pauseMs }: BenchSentence): Promise<PauseFigures> {
  const question = asked === 'short' ? messagesOf[language].agent_ask_name : questions[language][asked];
  const call = await openCall({
    language,
    model: ({ said }) =>
      said === 'ask' && asked !== 'short' ? askingReply(asked, question) : { text: reply },
    reads: () => ({ text: '{"answers":[],"asking":null}' }),
  });
  try {
    Object.assign(call.vendor.settings, { recognitionMs: 100, firstTokenMs: 100, voiceMs: 100 });
    await call.untilHeard(messagesOf[language].agent_ask_name);
    if (asked !== 'short') {
      call.type('ask');
      await call.untilHeard(question);
    }
    // Slow enough that the reply still runs when the voice returns.
    call.vendor.settings.msPerLetter = 30;
    const first = await voiceOf(text, language);
    const second = pauseMs === undefined ? silence(0) : await voiceOf(more[language], language);
    const beganMs = Date.now();
    const endedMs = beganMs + durationMs(first);
    void call.speak(joinSamples([first, silence(pauseMs ?? 0), second, silence(silenceAfterMs)]), text);
    if (pauseMs !== undefined) {
      await delay(endedMs + pauseMs / 2 - Date.now());
      call.vendor.settings.heard = [more[language]];
    }
    const backMs = endedMs + (pauseMs ?? 0);
    const doneMs = backMs + durationMs(second);
    const answered = () => call.sounds.filter((atMs) => atMs > endedMs);
    if (pauseMs !== undefined) await delay(doneMs - Date.now());
    else while (answered().length === 0 && Date.now() < doneMs + silenceAfterMs) await delay(lookEveryMs);
    const after = answered();
    const over = after.filter((atMs) => atMs < doneMs);
    const isTalkedOver = pauseMs !== undefined && (over[0] ?? Infinity) < backMs + lateMs;
    return {
      answerMs: (after[0] ?? NaN) - endedMs,
      isTalkedOver,
      ...(isTalkedOver && { silentMs: Math.max(0, (over.at(-1) ?? 0) - backMs) }),
    };
  } finally {
    await call.close();
  }
}

async function holdAll(all: readonly BenchSentence[]): Promise<(BenchSentence & PauseFigures)[]> {
  const waiting = [...all];
  const held: (BenchSentence & PauseFigures)[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      try {
        held.push({ ...next, ...(await hold(next)) });
      } catch (error) {
        // If the machine halts for seconds, one call fails. The figures of the others count.
        console.error(`not held: “${next.text}”: ${String(error)}`);
      }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, lane));
  return held;
}

const sample = Number(process.env['SAMPLE'] ?? 1);
const chosen = sentences.filter((_, at) => at % sample === 0);
const others = pausesMs.filter((ms) => ms !== requiredPauseMs);
const spoken: BenchSentence[] = chosen.flatMap((each, at) => [
  { ...each, pauseMs: requiredPauseMs },
  { ...each, pauseMs: others[at % others.length] },
  ...(each.state === 'complete' ? [each] : []),
]);
const held = await holdAll(spoken);

const rows = pausesMs.map((pauseMs) => {
  const count = (state: LabelledSentence['state']) => {
    const these = held.filter((each) => each.pauseMs === pauseMs && each.state === state);
    return `${these.filter(({ isTalkedOver }) => isTalkedOver).length} of ${these.length}`;
  };
  return { 'pause, ms': pauseMs, 'talked over: begun': count('begun'), complete: count('complete') };
});
console.table(rows);
for (const { text, pauseMs, language } of held.filter((each) => each.state === 'begun' && each.isTalkedOver))
  console.info(`talked over after ${pauseMs} ms: “${text}” (${language})`);
const answered = held.filter(({ pauseMs, answerMs }) => pauseMs === undefined && answerMs > 0);
console.table(
  (['short', 'number', 'open', undefined] as const).map((asked) => {
    const ms = answered
      .filter((each) => asked === undefined || each.asked === asked)
      .map((each) => each.answerMs);
    return {
      asked: asked ?? 'any',
      sentences: ms.length,
      'answer, median ms': Math.round(median(ms)),
      p95: Math.round(percentile(ms, 0.95)),
    };
  }),
);
const silentMs = held.flatMap((each) => each.silentMs ?? []);
if (silentMs.length > 0)
  console.info(
    `talked over ${silentMs.length} times: the agent is silent after ${Math.round(median(silentMs))} ms (median), ${Math.round(percentile(silentMs, 0.95))} ms (p95)`,
  );
console.info(`load ${loadavg()[0]?.toFixed(1)}`);
process.exit(0);

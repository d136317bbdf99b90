/**
 * npm run bench:pauses: how often the agent talks over a visitor who pauses after a labelled sentence, and how fast it answers a
 * complete one. `SAMPLE=3` takes every third sentence.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openTestCall, voicedPart } from '../../../agent/testing/test-call.ts';
import type { StagedReply } from '../../../agent/testing/loopback-vendor.ts';
import { type LabelledSentence, sentences } from '../../../agent/testing/sentences.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { PromiseCache } from '../../../agent/promise-cache.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { waitUntil } from '../../start/wait-until.ts';
import { loadText, median, percentile } from './timing.ts';

/** How long the visitor pauses, as in agent/testing/pauses.test.ts. */
const pauseMs = 800;
const callsAtOnce = 8;
const rateHz = 16_000;
/** The silence after the visitor's words. It limits the wait for the answer to a complete sentence. */
const silenceAfterMs = 4_000;
/** A reply that begins this long after the voice returned does not count as talking over the pause. */
const lateMs = 100;

const questions: Record<Language, Record<'open' | 'number', string>> = {
  uz: { open: 'Nima ish qilasiz?', number: 'Telefon raqamingiz qanday?' },
  ru: { open: 'Чем вы занимаетесь?', number: 'Какой у вас номер телефона?' },
  en: { open: 'What do you do for a living?', number: 'What is your phone number?' },
};
const additions: Record<Language, string> = {
  uz: 'Dilnoza Karimova',
  ru: 'Дильноза Каримова',
  en: 'Dilnoza Karimova',
};
/** The loopback model saves these answers together with its question. With an open question it saves only the first. */
const knownAnswers = { name: 'Dilnoza', profession: 'carpets', goal: 'orders', needs: 'calls' };
function askingReply(asked: 'open' | 'number', question: string): StagedReply {
  const topics = Object.entries(knownAnswers).slice(0, asked === 'open' ? 1 : 4);
  const answers = topics.map(([topic, value]) => ({ topic, value }));
  const args = { answers, asks: asked === 'open' ? 'profession' : undefined };
  return { text: question, calls: [{ name: 'save_answer', args }] };
}
const reply =
  'Thank you very much, I have noted that for my colleague, and now I have one more thing to ask.';

interface BenchSentence extends LabelledSentence {
  /** The visitor pauses, and adds some words. Otherwise the sentence is all that is said. */
  hasPause: boolean;
}

interface PauseFigures {
  /** From the end of the visitor's sentence to the agent's first sound after it; NaN without an answer. */
  answerDelayMs: number;
  isTalkedOver: boolean;
}

const voices = new PromiseCache<Int16Array>(sentences.length);
/** The sound of a text, synthesized without its punctuation, from the first voiced sample to the last. */
function voiceOf(text: string, language: Language): Promise<Int16Array> {
  const words = text.replaceAll(/[^\p{L}\p{N}ʻʼ'+ -]/gu, '');
  return voices.getOrMake(`${language} ${words}`, async () => {
    const sound = localSynthesizer().synthesize(words, { language, sampleRateHz: rateHz });
    return voicedPart(joinSamples(await Array.fromAsync(sound)));
  });
}

const silence = (ms: number) => new Int16Array((rateHz * ms) / 1000);
const durationMs = ({ length }: Int16Array) => (length * 1000) / rateHz;

async function measureCall({ language, asked, text, hasPause }: BenchSentence): Promise<PauseFigures> {
  const question = asked === 'short' ? messagesOf[language].agent_ask_name : questions[language][asked];
  const call = await openTestCall({
    language,
    model: ({ said }) =>
      said === 'ask' && asked !== 'short' ? askingReply(asked, question) : { text: reply },
    extract: () => ({ text: '{"answers":[],"asking":null}' }),
  });
  try {
    Object.assign(call.vendor.settings, { recognitionMs: 100, firstTokenMs: 100, voiceDelayMs: 100 });
    await call.untilHeard(messagesOf[language].agent_ask_name);
    if (asked !== 'short') {
      call.type('ask');
      await call.untilHeard(question);
    }
    // The agent speaks so slowly that it is still replying when the visitor continues.
    call.vendor.settings.voiceMsPerLetter = 30;
    const voice = await voiceOf(text, language);
    const addition = hasPause ? await voiceOf(additions[language], language) : silence(0);
    const endsAtMs = Date.now() + durationMs(voice);
    const pause = silence(hasPause ? pauseMs : 0);
    void call.speak(joinSamples([voice, pause, addition, silence(silenceAfterMs)]), text);
    const answeredAtMs = () => call.audibleAtMs.find((atMs) => atMs > endsAtMs);
    if (hasPause) {
      await delay(endsAtMs + pauseMs / 2 - Date.now());
      call.vendor.settings.transcripts = [additions[language]];
      await delay(endsAtMs + pauseMs + lateMs - Date.now());
    } else await waitUntil(() => answeredAtMs() !== undefined, durationMs(voice) + silenceAfterMs);
    const answerDelayMs = (answeredAtMs() ?? NaN) - endsAtMs;
    return { answerDelayMs, isTalkedOver: hasPause && answerDelayMs < pauseMs + lateMs };
  } finally {
    await call.close();
  }
}

async function measureAll(
  benchSentences: readonly BenchSentence[],
): Promise<(BenchSentence & PauseFigures)[]> {
  const queue = [...benchSentences];
  const results: (BenchSentence & PauseFigures)[] = [];
  const runLane = async () => {
    for (let sentence = queue.shift(); sentence !== undefined; sentence = queue.shift())
      try {
        results.push({ ...sentence, ...(await measureCall(sentence)) });
      } catch (error) {
        // If the machine halts for seconds, one call fails. The figures of the others count.
        console.error(`call failed: “${sentence.text}”: ${String(error)}`);
      }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, runLane));
  return results;
}

const everyNth = Number(process.env['SAMPLE'] ?? 1);
const sampled = sentences.filter((_, at) => at % everyNth === 0);
const complete = sampled.filter(({ state }) => state === 'complete');
const results = await measureAll([
  ...sampled.map((each) => ({ ...each, hasPause: true })),
  ...complete.map((each) => ({ ...each, hasPause: false })),
]);
for (const state of ['begun', 'complete']) {
  const withPause = results.filter((each) => each.hasPause && each.state === state);
  const talkedOver = withPause.filter(({ isTalkedOver }) => isTalkedOver);
  console.info(`${state}, pause of ${pauseMs} ms: talked over ${talkedOver.length} of ${withPause.length}`);
  if (state === 'begun')
    for (const { text, language } of talkedOver) console.info(`  “${text}” (${language})`);
}
const answerDelaysMs = results.flatMap(({ hasPause, answerDelayMs }) =>
  hasPause || !(answerDelayMs > 0) ? [] : answerDelayMs,
);
console.info(
  `complete, no pause: ${answerDelaysMs.length} answered after ${Math.round(median(answerDelaysMs))} ms (median), ` +
    `${Math.round(percentile(answerDelaysMs, 0.95))} ms (p95); ${loadText()}`,
);
process.exit(0);

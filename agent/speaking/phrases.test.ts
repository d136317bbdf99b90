import { describe, expect, it, onTestFinished, test } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { type Language, languages } from '../../lib/i18n/language.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { heardText, timedWords } from './captions.ts';
import { Phrases, trimmed, voiceRateHz } from './phrases.ts';
import { type Sentence, scriptOf, sentencesOf, wordsOf } from '../conversation/plan-script.ts';
import { wake } from '../models/vendor-rest.ts';

describe('the silence around a sentence', () => {
  it('is cut off, but for its edges', () => {
    const voice = Int16Array.from({ length: 2_400 }, () => 9_000);
    const samples = new Int16Array(12_000);
    samples.set(voice, 4_800);
    expect(trimmed(samples)).toHaveLength(2_400 + 2 * 240);
  });

  it('is left alone where there is nothing else', () => {
    expect(trimmed(new Int16Array(1_000))).toHaveLength(1_000);
  });
});

const sentences = [
  { text: 'Juda yaxshi, rahmat.', language: 'uz' as const, fromMs: 0, toMs: 1_000 },
  { text: 'Kasbingiz nima?', language: 'uz' as const, fromMs: 1_200, toMs: 2_000 },
];

test.each([
  [0, ''],
  [1_100, 'Juda yaxshi, rahmat.'],
  [1_300, 'Juda yaxshi, rahmat. Kasbingiz'],
  [Infinity, 'Juda yaxshi, rahmat. Kasbingiz nima?'],
])('after %i ms of an utterance its captions are “%s”', (heardMs, words) => {
  expect(heardText(sentences, heardMs).trim()).toBe(words);
});

test('captions of a number follow its spoken form', () => {
  const text = 'Raqam +998 90 981 62 97, shundaymi?';
  const words = timedWords([{ text, language: 'uz', fromMs: 0, toMs: 7_000 }]);
  const beginsAtMs = (word: string) => words.find((each) => each.text.trim() === word)?.atMs ?? NaN;
  expect(words.map((word) => word.text).join('')).toBe(text);
  // toʻqson, toʻqqiz yuz sakson bir, oltmish ikki, toʻqson yetti
  expect(beginsAtMs('+998')).toBe(beginsAtMs('90'));
  expect(beginsAtMs('62') - beginsAtMs('981')).toBeGreaterThan(1_500);
  expect(beginsAtMs('shundaymi?')).toBeGreaterThan(5_500);
});

/** A sentence of the script, made if it was not. */
async function samplesOf(book: Phrases, asked: Language, sentence: Sentence): Promise<Int16Array> {
  await book.warm([asked], [sentence]);
  const { text, language } = wordsOf(sentence, book.plan, asked);
  return (await book.known(language, text)) ?? new Int16Array();
}

describe('the script in the agent’s voice', () => {
  const plan = interviewPlan.parse({});
  const phrases = new Phrases(plan);

  it.each(languages)('can be said whole in %s', async (language) => {
    for (const sentence of sentencesOf(scriptOf(plan, language))) {
      const samples = await samplesOf(phrases, language, sentence);
      expect(samples.length).toBeGreaterThan(voiceRateHz * 0.3);
      expect(samples.some((sample) => Math.abs(sample) > 3_000)).toBe(true);
    }
  });

  it('is in the chosen voice again from the next call on, if that was down when the agent started', async () => {
    let isDown = true;
    const voiceOf = (loudness: number, fails: () => boolean): Synthesizer => ({
      name: String(loudness),
      async *synthesize() {
        if (fails()) throw new AppError('speech_failed');
        yield new Int16Array(2_400).fill(loudness);
      },
      warm: async () => {},
    });
    const chosen = voiceOf(2_000, () => isDown);
    const atStart = new Phrases(plan, [chosen, voiceOf(1_000, () => false)]);
    const lines = sentencesOf(scriptOf(plan, 'uz'));
    const loudness = async (call: Phrases) => {
      const said = lines.map((line) => samplesOf(call, 'uz', line));
      return new Set((await Promise.all(said)).map(([sample]) => sample));
    };
    await atStart.warm(['uz'], lines);
    const call = atStart.of(plan);
    expect(await loudness(call)).toEqual(new Set([1_000]));

    isDown = false;
    wake(chosen);
    expect(await loudness(call)).toEqual(new Set([1_000]));
    expect(await loudness(atStart.of(plan))).toEqual(new Set([2_000]));
    isDown = true;
    expect(await loudness(atStart.of(plan))).toEqual(new Set([2_000]));
  });

  it('takes the next voice soon where the first one hangs, and at once for the sentences after it', async () => {
    const vendor = await new LoopbackVendor({ faults: { voice: 'hang' } }).start();
    onTestFinished(() => vendor.close());
    const voices = [openAiSynthesizer({ baseUrl: vendor.url }), localSynthesizer()];
    const spoken = new Phrases(plan, voices);
    const askedAtMs = Date.now();
    const say = (sentence: Sentence) => samplesOf(spoken, 'uz', sentence);
    const [first, ...others] = sentencesOf(scriptOf(plan, 'uz')).slice(0, 4);
    expect((await say(first ?? 'agent_greeting')).length).toBeGreaterThan(1_000);
    const { length: asked } = vendor.asked;
    for (const other of others) expect((await say(other)).length).toBeGreaterThan(1_000);
    expect(vendor.asked).toHaveLength(asked);
    expect(Date.now() - askedAtMs).toBeLessThan(12_000);
  });
});

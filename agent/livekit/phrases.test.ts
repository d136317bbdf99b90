import { describe, expect, it, onTestFinished } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { languages } from '../../lib/i18n/language.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { heardText, timedWords } from './captions.ts';
import { framesOf } from './audio/publisher.ts';
import { Phrases, trimmed, voiceRateHz, type Speech } from './phrases.ts';
import { type Sentence, opening, scriptOf, sentencesOf } from '../interview/script.ts';
import { partPauseMs } from '../interview/timing.ts';
import { wake } from './vendor-rest.ts';

describe('audio framing', () => {
  it('gives every sample once, in frames of one length and a shorter last one', () => {
    const samples = Int16Array.from({ length: voiceRateHz * 1.234 }, (_, at) => at % 30_000);
    const frames = [...framesOf(samples)];
    expect(frames.flatMap(({ data }) => Array.from(data))).toEqual(Array.from(samples));
    const lengths = frames.map(({ samplesPerChannel }) => samplesPerChannel);
    expect(new Set(lengths.slice(0, -1)).size).toBe(1);
    expect(lengths.at(-1)).toBeLessThanOrEqual(lengths[0] ?? 0);
    expect(frames.every(({ sampleRate, channels }) => sampleRate === voiceRateHz && channels === 1)).toBe(
      true,
    );
  });

  it('gives nothing for silence of no length', () => {
    expect([...framesOf(new Int16Array())]).toEqual([]);
  });
});

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

const speech: Speech = {
  samples: new Int16Array(),
  sentences: [
    { text: 'Juda yaxshi, rahmat.', language: 'uz', fromMs: 0, toMs: 1_000 },
    { text: 'Kasbingiz nima?', language: 'uz', fromMs: 1_200, toMs: 2_000 },
  ],
};

describe('captions', () => {
  it('give each word once, in the order and the time of the voice', () => {
    const words = timedWords(speech);
    expect(words.map(({ text }) => text).join('')).toBe('Juda yaxshi, rahmat. Kasbingiz nima?');
    expect(words.map(({ atMs }) => atMs)).toEqual(words.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
    expect(words[0]?.atMs).toBe(0);
    expect(words.find(({ text }) => text.includes('Kasbingiz'))?.atMs).toBe(1_200);
  });

  it('tell what was heard of a speech that was stopped', () => {
    expect(heardText(speech, 0)).toBe('');
    expect(heardText(speech, 1_100)).toBe('Juda yaxshi, rahmat.');
    expect(heardText(speech, 1_300)).toBe('Juda yaxshi, rahmat. Kasbingiz');
    expect(heardText(speech, Infinity)).toBe('Juda yaxshi, rahmat. Kasbingiz nima?');
  });
});

describe('captions of a number', () => {
  it('follow its spoken form', () => {
    const text = 'Raqam +998 90 981 62 97, shundaymi?';
    const words = timedWords({ ...speech, sentences: [{ text, language: 'uz', fromMs: 0, toMs: 7_000 }] });
    const beginsAtMs = (word: string) => words.find((each) => each.text.trim() === word)?.atMs ?? NaN;
    expect(words.map((word) => word.text).join('')).toBe(text);
    // toʻqson, toʻqqiz yuz sakson bir, oltmish ikki, toʻqson yetti
    expect(beginsAtMs('+998')).toBe(beginsAtMs('90'));
    expect(beginsAtMs('62') - beginsAtMs('981')).toBeGreaterThan(1_500);
    expect(beginsAtMs('shundaymi?')).toBeGreaterThan(5_500);
  });
});

describe('the script in the agent’s voice', () => {
  const plan = interviewPlan.parse({});
  const phrases = new Phrases(plan);

  it.each(languages)('can be said whole in %s', async (language) => {
    for (const sentence of sentencesOf(scriptOf(plan, language))) {
      const { samples } = await phrases.speech(language, { sentences: [sentence] });
      expect(samples.length).toBeGreaterThan(voiceRateHz * 0.3);
      expect(samples.some((sample) => Math.abs(sample) > 3_000)).toBe(true);
    }
  });

  it('has a pause between the sentences of a line', async () => {
    const { samples, sentences: said } = await phrases.speech('uz', opening(scriptOf(plan, 'uz')));
    const [greeting, question] = said;
    expect((question?.fromMs ?? 0) - (greeting?.toMs ?? 0)).toBeCloseTo(partPauseMs);
    expect(question?.toMs).toBeCloseTo((samples.length * 1_000) / voiceRateHz);
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
      const said = lines.map((line) => call.speech('uz', { sentences: [line] }));
      return new Set((await Promise.all(said)).map(({ samples }) => samples[0]));
    };
    await atStart.warm(['uz'], { sentences: lines });
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
    const say = async (sentence: Sentence) => (await spoken.speech('uz', { sentences: [sentence] })).samples;
    const [first, ...others] = sentencesOf(scriptOf(plan, 'uz')).slice(0, 4);
    expect((await say(first ?? 'agent_greeting')).length).toBeGreaterThan(1_000);
    const { length: asked } = vendor.asked;
    for (const other of others) expect((await say(other)).length).toBeGreaterThan(1_000);
    expect(vendor.asked).toHaveLength(asked);
    expect(Date.now() - askedAtMs).toBeLessThan(12_000);
  });
});

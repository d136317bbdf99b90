import { describe, expect, it, onTestFinished } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { heardText, timedWords } from './captions.ts';
import { framesOf } from './audio/publisher.ts';
import { Phrases, trimmed, voiceRateHz, type Speech } from './phrases.ts';
import { type Sentence, opening, scriptOf, sentencesOf, textOf } from '../interview/script.ts';
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
    { text: 'Juda yaxshi, rahmat.', fromMs: 0, toMs: 1_000 },
    { text: 'Kasbingiz nima?', fromMs: 1_200, toMs: 2_000 },
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
    const vendor = await new LoopbackVendor({ voiceMs: 1, faults: { voice: 500 } }).start();
    onTestFinished(() => vendor.close());
    const chosen = openAiSynthesizer({ baseUrl: vendor.url });
    const atStart = new Phrases(plan, [chosen, localSynthesizer()]);
    const lines = sentencesOf(scriptOf(plan, 'uz')).slice(0, 4);
    await atStart.warm(['uz'], { sentences: lines });
    const during = atStart.of(plan);
    for (const line of lines) await during.speech('uz', { sentences: [line] });
    expect(vendor.asked.length).toBeGreaterThan(0);

    vendor.settings.faults.voice = undefined;
    wake(chosen);
    vendor.asked.splice(0);
    const after = atStart.of(plan);
    for (const line of lines) await after.speech('uz', { sentences: [line] });
    const asked = vendor.asked.map(({ text }) => text).join(' ');
    for (const line of lines) expect(asked).toContain(textOf(line, plan, 'uz'));
    await atStart.of(plan).speech('uz', { sentences: lines });
    expect(vendor.asked.map(({ text }) => text).join(' ')).toBe(asked);
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

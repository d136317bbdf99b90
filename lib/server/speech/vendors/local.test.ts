import { describe, expect, test } from 'vitest';
import type { Language } from '../../../i18n/language.ts';
import { localSynthesizer } from '../tts.ts';
import type { SynthesisOptions } from '../interfaces.ts';
import { findProgram } from '../../platform/find-program.mjs';
import { programEngine } from './espeak/index.ts';
import { wasmEngine } from './espeak/wasm.ts';

const installed = findProgram(['espeak-ng']);
const voices = [
  { kind: 'npm build', voice: localSynthesizer(wasmEngine()) },
  ...(installed === undefined
    ? []
    : [{ kind: 'program', voice: localSynthesizer(programEngine(installed)) }]),
];

const texts: Record<Language, string> = {
  uz: 'Assalomu alaykum, ismingiz nima va qayerda ishlaysiz?',
  ru: 'Здравствуйте, как вас зовут и где вы работаете?',
  en: 'Good afternoon, what is your name and where do you work?',
};

const hostileTexts = [
  ['an option', '--help'],
  ['an option with a file', '-w /x'],
  ['SSML', '<speak><break time="60s"/>Salom &lt; &amp; <audio src="file:///etc/passwd"/></speak>'],
  ['phoneme codes', '[[h@l@U]] [[ ]]'],
  ['controls', '\u0000\u0001999S\u0001500R salom\u001b[31m\r\n\u007f'],
  ['pictures', '👨‍👩‍👧 🇺🇿 salom ❤️'],
  ['half a character', '\uD83D salom \uDC4D'],
  ['other scripts', '你好 مرحبا नमस्ते salom'],
  ['5000 characters without a pause', 'salom'.repeat(1000)],
  ['5000 full stops', '.'.repeat(5000)],
] as const;

describe.each(voices)('$kind', ({ voice }) => {
  async function speak(text: string, options: SynthesisOptions) {
    const pieces: Int16Array[] = [];
    for await (const piece of voice.synthesize(text, options)) pieces.push(piece);
    const samples = pieces.flatMap((piece) => [...piece]);
    const sampleRateHz = options.sampleRateHz ?? 16_000;
    const energy = samples.reduce((sum, sample) => sum + sample ** 2, 0);
    return {
      pieces: pieces.length,
      durationS: samples.length / sampleRateHz,
      level: Math.sqrt(energy / Math.max(1, samples.length)),
    };
  }

  test.each(['uz', 'ru', 'en'] as const)('speaks %s loud enough and at a usual speed', async (language) => {
    const { durationS, level } = await speak(texts[language], { language });
    expect(level).toBeGreaterThan(1000);
    expect(durationS / texts[language].length).toBeGreaterThan(0.04);
    expect(durationS / texts[language].length).toBeLessThan(0.12);
  });

  test('lasts equally long at every rate', async () => {
    const durations = await Promise.all(
      [undefined, 16_000, 22_050, 24_000, 48_000].map(
        async (sampleRateHz) => (await speak(texts.uz, { language: 'uz', sampleRateHz })).durationS,
      ),
    );
    // The pitch varies, and a sound lasts a whole number of periods.
    expect(Math.max(...durations) - Math.min(...durations)).toBeLessThan(0.1);
  });

  test('a long text comes in more than ten pieces', async () => {
    const { pieces } = await speak(`${texts.uz} `.repeat(20), { language: 'uz' });
    expect(pieces).toBeGreaterThan(10);
  });

  test('both alphabets sound the same', async () => {
    const latin = await speak('Oʻzbekiston – kelajagi buyuk davlat, maʼnosi katta.', { language: 'uz' });
    const cyrillic = await speak('Ўзбекистон – келажаги буюк давлат, маъноси катта.', { language: 'uz' });
    expect(cyrillic.durationS).toBeCloseTo(latin.durationS, 1);
    expect(cyrillic.level / latin.level).toBeCloseTo(1, 1);
  });

  test.each(hostileTexts)('reads %s as text', async (_, text) => {
    const { durationS } = await speak(text, { language: 'uz' });
    expect(durationS).toBeLessThan(Math.max(10, text.length * 0.2));
  });

  test.each(['', ' \n ', '🎉', '\u0001'])('says nothing for %j', async (text) => {
    expect((await speak(text, { language: 'uz' })).pieces).toBe(0);
  });

  test('rejects with the reason of an earlier abort', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(speak(texts.uz, { language: 'uz', signal })).rejects.toThrow('gone');
  });
});

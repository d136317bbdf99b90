import { describe, expect, it, onTestFinished } from 'vitest';
import { type Language, languages } from '../../lib/i18n/language.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { env } from '../../lib/server/platform/env.ts';
import { chooseSynthesizer, localSynthesizer } from '../../lib/server/speech/tts.ts';
import { wasmEngine } from '../../lib/server/speech/vendors/espeak/wasm.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { speakReply } from '../testing/speak-reply.ts';
import { CallVoice } from './call-voice.ts';

/** Ten sentences per language; {n} and the other placeholders get another value in each. */
const templates: Record<Language, string[]> = {
  uz: [
    'Narxi {money} soʻm, chegirma {share}%.',
    'Raqamingiz {phone}, toʻgʻrimi?',
    'Sizga {date} kuni soat {time} da qoʻngʻiroq qilamiz.',
    '{date} {time} da.',
    'Har oyda {n} ta buyurtma, {n}-uy.',
    '{digits}.',
    'Ish vaqti {time}–20:00, {n}-{m} kun ichida.',
    'Kamida {n} kg, maydoni {m} m².',
    '${n}.50 yoki {money} UZS.',
    'iPhone {n}, A4, B2B, 24/7 va {share} foiz.',
  ],
  ru: [
    'Цена {money} сум, скидка {share}%.',
    'Ваш номер {phone}, верно?',
    'Перезвоним {date} в {time}.',
    '{date} {time}.',
    'За {n} дней {m} заявок, {n}-й этаж.',
    '{digits}.',
    'Работаем с {time} до 20:00, ответим за {n}–{m} минут.',
    'От {n} кг, площадь {m} м².',
    '${n}.50 или {money} сум.',
    'iPhone {n}, A4, B2B, 24/7 и {share}%.',
  ],
  en: [
    "It costs {money} so'm, {share}% off.",
    'Your number is {phone}, right?',
    'We call you back on {date} at {time}.',
    '{date} {time}.',
    'In {n} days, {m} orders on the 3rd floor.',
    '{digits}.',
    'Open {time}–20:00, an answer in {n}-{m} minutes.',
    'From {n} kg, {m} m².',
    '${n}.50 or {money} UZS.',
    'iPhone {n}, A4, B2B, 24/7 and {share}%.',
  ],
};

function sentencesOf(language: Language): string[] {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return templates[language].map((template, round) => {
    const values: Record<string, string> = {
      n: String(3 + 7 * round),
      m: String(5 + 9 * round),
      share: round % 2 === 0 ? String(5 * round + 5) : `${round},5`,
      money: `${round + 1} ${twoDigits(13 * round)}0 000`,
      phone: `+998 90 ${981 - 77 * round} ${twoDigits(62 - 5 * round)} ${twoDigits(97 - 9 * round)}`,
      date: `${twoDigits(1 + 3 * round)}.${twoDigits(1 + round)}.2026`,
      time: `${twoDigits(9 + round)}:${twoDigits(5 * round)}`,
      digits: `9 9 8, 9 ${round}, 9 8 ${round}, 6 2, ${round} 7`,
    };
    return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  });
}

const espeak = localSynthesizer(wasmEngine());
/** These tests check whole sentences, not their delay on a busy machine. */
const soundTimeoutMs = 60_000;

/** The embedded voice, followed by silence of `silenceFactor` times its length, and the length of each spoken text. */
function measuredVoice(silenceFactor = 0) {
  const sampleCounts: number[] = [];
  const voice: Synthesizer = {
    ...espeak,
    async *synthesize(text, options) {
      let length = 0;
      for await (const samples of espeak.synthesize(text, options)) {
        yield samples;
        if (silenceFactor > 0) yield new Int16Array(samples.length * silenceFactor);
        length += samples.length * (1 + silenceFactor);
      }
      sampleCounts.push(length);
    },
  };
  return { voice, sampleCounts };
}

async function lengthOf(pieces: AsyncIterable<Int16Array>): Promise<number> {
  return joinSamples(await Array.fromAsync(pieces)).length;
}

describe.each(languages)('ten sentences with digits in %s', (language) => {
  const sentences = sentencesOf(language);

  it('are spoken to the end by a voice that takes twice as long', async () => {
    const { voice, sampleCounts } = measuredVoice(1);
    const voices = new CallVoice({ languageOf: () => language, synthesizers: [voice], soundTimeoutMs });
    for (const [at, sentence] of sentences.entries()) {
      const heard = await lengthOf(voices.speak(sentence, new AbortController().signal));
      expect(heard, sentence).toBe(sampleCounts[at]);
    }
  });

  it('are spoken whole from the stream of a reply, with the written words beside them', async () => {
    const pieces: string[] = [];
    const onSentence = (sentence: string) => pieces.push(sentence);
    const { voice, sampleCounts } = measuredVoice();
    const reply = sentences.join(' ');
    const tokens = reply.match(/\s*\S{1,5}/g) ?? [];
    const options = { languageOf: () => language, synthesizers: [voice], onSentence, soundTimeoutMs };
    const { samples, words } = await speakReply(tokens, options);
    expect(pieces.join(' ')).toBe(reply);
    expect(samples).toBe(sampleCounts.reduce((sum, length) => sum + length, 0));
    expect(words).toBe(reply);
  });

  it('reach a vendor in words, and the bill counts these', async () => {
    const vendor = await new LoopbackVendor({ voiceDelayMs: 1 }).start();
    onTestFinished(() => vendor.close());
    const settings = { ...env(), TTS_PROVIDER: 'openai', OPENAI_BASE_URL: vendor.url } as const;
    const billed: number[] = [];
    const voices = new CallVoice({
      languageOf: () => language,
      synthesizers: [chooseSynthesizer(settings)],
      soundTimeoutMs,
      onRequest: (_name: string, characters: number) => billed.push(characters),
    });
    for (const sentence of sentences) await lengthOf(voices.speak(sentence, new AbortController().signal));
    const requestedTexts = vendor.requests.map(({ text }) => text);
    for (const text of requestedTexts) expect(text).not.toMatch(/\d/);
    expect(billed).toEqual(requestedTexts.map((text) => text.length));
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleConversation } from '../../sample-conversation.ts';
import {
  captionsOf,
  goodVoice,
  synthesizeSample,
  makeSample,
  requireSample,
  sampleIn,
  sampleLanguages,
  sampleStates,
} from './sample.ts';
import type { Synthesizer } from './interfaces.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-sample-'));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const beep: Synthesizer = {
  name: 'beep',
  async *synthesize() {
    yield new Int16Array(16_000).fill(1000);
  },
  warm: async () => undefined,
};

test('without files there is no sample, and eSpeak NG is not a voice for one', () => {
  expect(sampleLanguages()).toEqual([]);
  expect(goodVoice('uz')).toBeUndefined();
  expect(() => requireSample('uz')).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => requireSample('../uz')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('a recording of the owner needs a file with its words', async () => {
  await mkdir(path.join(folder, 'samples'));
  await writeFile(path.join(folder, 'samples', 'ru.mp3'), 'sound');
  expect(sampleIn('ru')).toBeNull();
  await writeFile(path.join(folder, 'samples', 'ru.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v agent>Да');
  expect(sampleLanguages()).toEqual(['ru']);
  expect(requireSample('ru').type).toBe('audio/mpeg');
  expect(await captionsOf(requireSample('ru'))).toEqual([{ speaker: 'agent', text: 'Да', fromS: 0, toS: 1 }]);
});

test('a voice speaks every line, and the captions have the times of its sound', async () => {
  const audio = await synthesizeSample(beep, 'en');
  const captions = await captionsOf(requireSample('en'));
  expect(captions.map(({ text }) => text)).toEqual(sampleConversation.en.map(({ text }) => text));
  expect(captions[1]).toMatchObject({ fromS: 1.45, toS: 2.45 });
  const lines = sampleConversation.en.length;
  expect((await readFile(audio)).length).toBe(44 + lines * 1.45 * 32_000);
});

test('the office sees which samples exist and how long they are, and never overwrites the owner’s', async () => {
  expect(await sampleStates()).toEqual([
    { language: 'uz', state: 'none', hasVoice: false },
    { language: 'ru', state: 'own', lastsS: 1, hasVoice: false },
    { language: 'en', state: 'outdated', lastsS: expect.closeTo(9.7), hasVoice: false },
  ]);
  await expect(makeSample('ru')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(makeSample('uz')).rejects.toMatchObject({ code: 'speech_unavailable' });
});

test('two tabs that make the same sample leave one', async () => {
  await Promise.all([synthesizeSample(beep, 'en'), synthesizeSample(beep, 'en')]);
  expect(sampleIn('en')).not.toBeNull();
  expect((await readdir(path.join(folder, 'samples'))).filter((name) => name.startsWith('new-'))).toEqual([]);
});

test('a failed renewal never leaves new words with the old sound', async () => {
  const shorter: Synthesizer = {
    ...beep,
    async *synthesize() {
      yield new Int16Array(8_000).fill(1000);
    },
  };
  const audio = await synthesizeSample(beep, 'en');
  const [words, sound] = [await captionsOf(requireSample('en')), await readFile(audio)];
  let lines = 0;
  const failing: Synthesizer = {
    ...shorter,
    async *synthesize(...line) {
      if (++lines === 2) throw new Error('the voice is gone');
      yield* shorter.synthesize(...line);
    },
  };
  await expect(synthesizeSample(failing, 'en')).rejects.toThrow('the voice is gone');
  expect(await captionsOf(requireSample('en'))).toEqual(words);
  expect(await readFile(audio)).toEqual(sound);

  const vtt = path.join(folder, 'samples', 'en.vtt');
  await rm(vtt);
  await mkdir(vtt);
  await expect(synthesizeSample(shorter, 'en')).rejects.toThrow('EISDIR');
  expect(sampleIn('en')).toBeNull();
});

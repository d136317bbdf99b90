import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { durationS, joinSamples } from '../../../audio/pcm.ts';
import { parseEnv } from '../../../platform/env.ts';
import { chooseSynthesizer } from '../../tts.ts';
import { sherpaSynthesizer } from './voice.ts';

const tone = path.join(import.meta.dirname, 'fixtures/tone-voice');

async function speak(folder: string, text: string, sampleRateHz?: number) {
  const voice = sherpaSynthesizer(folder, 'uz');
  const pieces = await Array.fromAsync(voice.synthesize(text, { language: 'uz', sampleRateHz }));
  return joinSamples(pieces.map((piece) => Int16Array.from(piece)));
}

/** The length of the tone. The test voice makes 16 ms for a Cyrillic letter and none for a Latin one. */
const soundingS = (samples: Int16Array) => samples.filter((sample) => sample !== 0).length / 16_000;

test('a voice that reads Cyrillic letters gets Cyrillic text', async () => {
  const letters = 'йигирмабеш'.length + ' '.length;
  expect(soundingS(await speak(tone, 'yigirma besh'))).toBeCloseTo(letters * 0.016, 1);
  expect(soundingS(await speak(tone, 'Oʻzbekiston'))).toBeCloseTo(10 * 0.016, 1);
});

test('a long text is spoken sentence by sentence at the requested rate', async () => {
  const text = 'Salom, dunyo. '.repeat(20);
  const voice = sherpaSynthesizer(tone, 'uz');
  const pieces = await Array.fromAsync(voice.synthesize(text, { language: 'uz' }));
  expect(pieces.length).toBeGreaterThanOrEqual(20);
  const lower = durationS(joinSamples(pieces.map((piece) => Int16Array.from(piece))));
  expect((await speak(tone, text, 48_000)).length / 48_000).toBeCloseTo(lower, 1);
});

test('eSpeak NG speaks a language that the voice lacks, and an empty text gives no sound', async () => {
  const voice = chooseSynthesizer(parseEnv({ TTS_PROVIDER: 'local', TTS_MODEL_DIR: tone }));
  const pieces = await Array.fromAsync(voice.synthesize('Здравствуйте', { language: 'ru' }));
  expect(durationS(joinSamples(pieces))).toBeGreaterThan(0.4);
  expect(await speak(tone, ' … ')).toHaveLength(0);
});

test('a folder without a voice is refused', async () => {
  const empty = await mkdtemp(path.join(os.tmpdir(), 'ovoz-voice-'));
  onTestFinished(() => rm(empty, { recursive: true }));
  await expect(speak(empty, 'Salom')).rejects.toMatchObject({ code: 'speech_unavailable' });
  await writeFile(path.join(empty, 'model.onnx'), 'not a model');
  await writeFile(path.join(empty, 'tokens.txt'), 'a 1\n');
  await expect(speak(empty, 'Salom')).rejects.toMatchObject({ code: 'speech_unavailable' });
});

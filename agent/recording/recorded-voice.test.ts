import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { it } from 'vitest';
import type { SpokenSentence } from '../../lib/contracts/owner-voice.ts';
import { decodeBlocks } from '../../lib/server/audio/decode.ts';
import { levelSentence } from '../../lib/server/audio/level-sentence.ts';
import { joinSamples, pcmRateHz, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Resampler } from '../../lib/server/audio/resample.ts';
import { sentenceKey, textOf } from '../../lib/server/plan/script.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { findSound } from '../../lib/server/testing/correlate.ts';
import { OwnerVoice } from '../speaking/owner-voice.ts';
import { PromiseCache } from '../promise-cache.ts';
import { startTestCall } from '../testing/test-call.ts';
import { fourTopics } from '../testing/plan.ts';
import { CallCopy } from './call-copy.ts';

const language = 'en';
const greeting = { language, text: textOf('agent_greeting', fourTopics, language) } as const;
const question = { language, text: textOf('agent_ask_name', fourTopics, language) } as const;
const thanks = { language, text: textOf('agent_thanks_name', fourTopics, language) } as const;

/** A copy that also collects what was sent into the room. */
class ObservedCopy extends CallCopy {
  readonly played: Int16Array[] = [];

  override playAgent(samples: Int16Array): void {
    this.played.push(new Int16Array(samples));
    super.playAgent(samples);
  }
}

/** Records other words than the sentence's, so that no synthesis of the sentence sounds alike. */
async function recordingOf(words: string): Promise<Int16Array> {
  const voice = localSynthesizer().synthesize(words, { language: 'ru', sampleRateHz: voiceRateHz });
  return levelSentence(joinSamples(await Array.fromAsync(voice))).samples;
}

async function ownerVoiceOf(recordings: [SpokenSentence, Int16Array | undefined][]): Promise<OwnerVoice> {
  const sounds = new Map(recordings.map(([sentence, sound]) => [sentenceKey(sentence), sound]));
  const ids = new Map([...sounds.keys()].map((key) => [key, key]));
  const voice = new OwnerVoice(ids, new PromiseCache(9), async (id) => {
    const sound = sounds.get(id);
    if (sound === undefined) throw new Error('the web app is away');
    return sound;
  });
  await voice.load(recordings.map(([sentence]) => sentence));
  return voice;
}

it('the agent plays the sentences that the owner has recorded, and speaks the others in the configured voice', async (test) => {
  const { expect, onTestFinished } = test;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-owner-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sound.ogg');
  const copy = new ObservedCopy({
    begin: async () => file,
    room: 'room',
    isVisitorThere: async () => true,
  });
  const recorded = [await recordingOf('Слушаем вас.'), await recordingOf('Кто это?')];
  const ownerVoice = await ownerVoiceOf([
    [greeting, recorded[0]],
    [question, recorded[1]],
    [thanks, undefined],
  ]);
  const call = await startTestCall(test, { model: () => ({}), isScripted: true, ownerVoice, copy });
  await call.untilHeard(question.text);
  call.type('Aziz');
  await call.untilHeard(thanks.text);
  await copy.close();

  expect(call.heard().slice(0, 2)).toEqual([greeting.text, question.text]);
  expect(call.vendor.requests.map(({ text }) => text)).toEqual(expect.arrayContaining([thanks.text]));
  const sent = joinSamples(copy.played);
  for (const sound of recorded) expect(findSound(sent, sound).likeness).toBeCloseTo(1, 9);
  const [one, other] = recorded.map((sound) => findSound(sent, sound).at);
  expect(other).toBeGreaterThanOrEqual((one ?? Infinity) + (recorded[0]?.length ?? 0));

  // The stored copy has Opus at 16 kHz, and a pause wherever this machine was late.
  const blocks = await Array.fromAsync(decodeBlocks(await readFile(file), { maxDurationS: 60 }));
  const stored = joinSamples(blocks.map(([, agent = new Int16Array()]) => agent));
  const likenessOf = (sound: Int16Array) => {
    const resampler = new Resampler(voiceRateHz, pcmRateHz);
    return findSound(stored, joinSamples([resampler.push(sound), resampler.finish()])).likenessAtLoudest;
  };
  for (const sound of recorded) expect(likenessOf(sound)).toBeGreaterThan(0.9);
  expect(likenessOf(await recordingOf('Нет, спасибо.'))).toBeLessThan(0.9);
});

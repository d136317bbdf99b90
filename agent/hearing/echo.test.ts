import { AudioFrame } from '@livekit/rtc-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joinSamples, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { resample } from '../../lib/server/audio/resample.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { openAiRecognizer } from '../../lib/server/speech/vendors/openai.ts';
import { timing } from '../conversation/timing.ts';
import { Listener } from '../testing/listener.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import type { VoiceChange } from '../conversation/events.ts';
import { EchoGate } from './echo-gate.ts';
import { VoiceActivity, inference, vadRateHz, windowMs } from './voice-activity.ts';

const agentLine =
  'Assalomu alaykum! Men Ovozman, sunʼiy intellektga asoslangan yordamchi. Suhbat yozib olinadi. Keling, tanishib olaylik: ismingiz nima?';

/** The delay between sending the agent's sound and hearing it. */
const aheadMs = 200;

async function spoken(text: string): Promise<Int16Array> {
  return joinSamples(
    await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz', sampleRateHz: voiceRateHz })),
  );
}

function atMicrophoneRate(samples: Int16Array): Promise<Int16Array[]> {
  const source = (async function* () {
    yield samples;
  })();
  return Array.fromAsync(resample(source, voiceRateHz, vadRateHz));
}

interface PlayedSound {
  samples: Int16Array;
  db: number;
  atMs: number;
}

/** Mixes these sounds with the noise of a quiet room. */
function mixed(sounds: PlayedSound[], ms: number): Int16Array {
  const all = Float64Array.from({ length: (vadRateHz * ms) / 1000 }, (_, at) => 12 * Math.sin(at * 12.9898));
  for (const { samples, db, atMs } of sounds) {
    const from = (vadRateHz * atMs) / 1000;
    const gain = 10 ** (db / 20);
    for (let at = 0; at < samples.length && from + at < all.length; at++)
      all[from + at] = (all[from + at] ?? 0) + gain * (samples[at] ?? 0);
  }
  return Int16Array.from(all, (sample) => Math.max(-32_768, Math.min(32_767, sample)));
}

/** The microphone's frames after the gate, while the agent says its line. */
async function gatedFrames(
  echo: { db: number; delayMs: number } | undefined,
  visitor?: Int16Array,
  visitorAtMs = 0,
) {
  const agent = await spoken(agentLine);
  const lineMs = (agent.length * 1000) / voiceRateHz;
  const heard = joinSamples(await atMicrophoneRate(agent));
  const sounds: PlayedSound[] = [];
  if (echo !== undefined) sounds.push({ samples: heard, db: echo.db, atMs: echo.delayMs });
  if (visitor !== undefined)
    sounds.push({ samples: joinSamples(await atMicrophoneRate(visitor)), db: 0, atMs: visitorAtMs });
  const microphone = mixed(sounds, lineMs + 1_500);
  let nowMs = 0;
  const gate = new EchoGate(() => nowMs < lineMs, { now: () => nowMs });
  const frameMs = windowMs;
  const sent = (voiceRateHz * frameMs) / 1000;
  const size = (vadRateHz * frameMs) / 1000;
  gate.hearAgent(agent.subarray(0, (sent * aheadMs) / frameMs));
  const frames: AudioFrame[] = [];
  for (let at = 0; at + size <= microphone.length; at += size, nowMs += frameMs) {
    const from = (sent * (nowMs + aheadMs)) / frameMs;
    gate.hearAgent(agent.subarray(from, from + sent));
    frames.push(gate.process(new AudioFrame(microphone.slice(at, at + size), vadRateHz, 1, size)));
  }
  return frames;
}

async function changesIn(frames: AudioFrame[]): Promise<VoiceChange[]> {
  const vad = inference.createVad();
  const activity = new VoiceActivity();
  const changes: VoiceChange[] = [];
  for (const [index, { data }] of frames.entries()) {
    const probability = await vad.predict(new Int16Array(data));
    const change = activity.push(probability, (index + 1) * windowMs);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

/** The longest voice that the detector finds. */
async function longestVoiceMs(frames: AudioFrame[]): Promise<number> {
  const changes = await changesIn(frames);
  return Math.max(0, ...changes.map((change) => (change.type === 'voiced' ? change.voicedMs : 0)));
}

/** True if a voice is short enough for a backchannel. */
async function isBackchannel(frames: AudioFrame[]): Promise<boolean> {
  const changes = await changesIn(frames);
  return changes.some(
    (change) =>
      change.type === 'silent' &&
      change.silentMs >= timing.backchannelSilenceMs &&
      change.voicedMs <= timing.backchannelMs,
  );
}

/** The texts of all utterances that reached the recogniser. */
async function recognized(frames: AudioFrame[]): Promise<string[]> {
  const vendor = await new LoopbackVendor({ recognitionMs: 1, transcripts: ['eshitildi'] }).start();
  onTestFinished(() => vendor.close());
  const listener = new Listener({ recognizers: [openAiRecognizer({ baseUrl: vendor.url, model: 'r' })] });
  for (const { data } of frames) listener.push(data);
  return (await listener.end()).texts;
}

describe('the agent’s own voice, back in the microphone', () => {
  it.each([
    [-15, 50],
    [-15, 150],
    [-15, 300],
    [-25, 50],
    [-25, 150],
    [-25, 300],
  ])('at %i dB, %i ms late, neither interrupts nor becomes words', async (db, delayMs) => {
    const frames = await gatedFrames({ db, delayMs });
    expect(await longestVoiceMs(frames)).toBeLessThan(timing.continueMs);
    expect(await recognized(frames)).toEqual([]);
  });

  it('does not hide a visitor who talks over it', async () => {
    const frames = await gatedFrames(
      { db: -25, delayMs: 150 },
      await spoken('Kechirasiz, bir savolim bor edi.'),
      3_000,
    );
    expect(await longestVoiceMs(frames)).toBeGreaterThan(timing.interruptMs);
    expect(await recognized(frames)).toEqual(['eshitildi']);
  });
});

describe('a backchannel over the agent’s voice', () => {
  const over = async (text: string) => await gatedFrames(undefined, await spoken(text), 3_000);

  it.each(['ha', 'угу', 'да'])('%s does not stop it', async (word) => {
    expect(await longestVoiceMs(await over(word))).toBeLessThan(timing.interruptMs);
  });

  it.each(['aha', 'okey', 'ok'])('a paused sentence goes on when %s ends', async (word) => {
    expect(await isBackchannel(await over(word))).toBe(true);
  });

  it('is not found at the beginning of a sentence', async () => {
    expect(await isBackchannel(await over('Kechirasiz bir savolim bor edi'))).toBe(false);
  });
});

import { VADEventType, initializeLogger, stt } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resample } from '../../../lib/server/audio/resample.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { openAiRecognizer } from '../../../lib/server/speech/vendors/openai.ts';
import { interruptMs, resumeMs } from '../../interview/timing.ts';
import { LoopbackVendor } from '../../testing/loopback-vendor.ts';
import { EchoGate } from './echo-gate.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { voiceRateHz } from '../phrases.ts';
import { RecordingStt } from '../session/stt-node.ts';
import { pauseAfterMs } from '../session/turn-detector.ts';
import { VoiceActivity, inference, vadRateHz, windowMs } from './voice-activity.ts';
import { VoiceDetector } from '../session/voice-detector.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const line =
  'Assalomu alaykum! Men Ovozman, sunʼiy intellektga asoslangan yordamchi. Suhbat yozib olinadi. Keling, tanishib olaylik: ismingiz nima?';

/** The agent's sound is handed on so long before it is heard. */
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

interface Sound {
  samples: Int16Array;
  db: number;
  atMs: number;
}

/** These sounds over the noise of a quiet room, as a microphone hears them. */
function mixed(sounds: Sound[], ms: number): Int16Array {
  const all = Float64Array.from({ length: (vadRateHz * ms) / 1000 }, (_, at) => 12 * Math.sin(at * 12.9898));
  for (const { samples, db, atMs } of sounds) {
    const from = (vadRateHz * atMs) / 1000;
    const gain = 10 ** (db / 20);
    for (let at = 0; at < samples.length && from + at < all.length; at++)
      all[from + at] = (all[from + at] ?? 0) + gain * (samples[at] ?? 0);
  }
  return Int16Array.from(all, (sample) => Math.max(-32_768, Math.min(32_767, sample)));
}

/** A microphone behind the gate while the agent says its line, in frames as the room gives them. */
async function gated(
  echo: { db: number; delayMs: number } | undefined,
  visitor?: Int16Array,
  visitorAtMs = 0,
) {
  const agent = await spoken(line);
  const lineMs = (agent.length * 1000) / voiceRateHz;
  const heard = joinSamples(await atMicrophoneRate(agent));
  const sounds: Sound[] = [];
  if (echo !== undefined) sounds.push({ samples: heard, db: echo.db, atMs: echo.delayMs });
  if (visitor !== undefined)
    sounds.push({ samples: joinSamples(await atMicrophoneRate(visitor)), db: 0, atMs: visitorAtMs });
  const microphone = mixed(sounds, lineMs + 1_500);
  let nowMs = 0;
  const gate = new EchoGate(
    () => nowMs < lineMs,
    () => nowMs,
  );
  const frameMs = windowMs;
  const sent = (voiceRateHz * frameMs) / 1000;
  const size = (vadRateHz * frameMs) / 1000;
  gate.heardAgent(agent.subarray(0, (sent * aheadMs) / frameMs));
  const frames: AudioFrame[] = [];
  for (let at = 0; at + size <= microphone.length; at += size, nowMs += frameMs) {
    const from = (sent * (nowMs + aheadMs)) / frameMs;
    gate.heardAgent(agent.subarray(from, from + sent));
    frames.push(gate.process(new AudioFrame(microphone.slice(at, at + size), vadRateHz, 1, size)));
  }
  return frames;
}

/** How much of a voice the session's detector finds, at most, ms: the framework interrupts by it. */
async function voicedForSession(frames: AudioFrame[], onBackchannel?: () => void): Promise<number> {
  const stream = new VoiceDetector(onBackchannel).stream();
  for (const frame of frames) stream.pushFrame(frame);
  const samples = frames.reduce((sum, { samplesPerChannel }) => sum + samplesPerChannel, 0);
  let most = 0;
  let windows = Math.floor(samples / inference.VAD_WINDOW_SAMPLES);
  for await (const { type, speechDuration } of stream) {
    if (type !== VADEventType.INFERENCE_DONE) continue;
    most = Math.max(most, speechDuration);
    if (--windows === 0) break;
  }
  stream.close();
  return most;
}

async function voicedForScript(frames: AudioFrame[]): Promise<number> {
  const samples = joinSamples(frames.map(({ data }) => data));
  const vad = inference.createVad();
  const activity = new VoiceActivity(windowMs);
  const size = inference.VAD_WINDOW_SAMPLES;
  let most = 0;
  for (let at = 0; at + size <= samples.length; at += size) {
    const change = activity.push(await vad.predict(samples.slice(at, at + size)), at);
    if (change?.type === 'voiced') most = Math.max(most, change.voicedMs);
  }
  return most;
}

/** The texts of all utterances that reached the recogniser. */
async function recognized(frames: AudioFrame[]): Promise<string[]> {
  const vendor = await new LoopbackVendor({ recognitionMs: 1, heard: ['eshitildi'] }).start();
  onTestFinished(() => vendor.close());
  const recognizers = [openAiRecognizer({ baseUrl: vendor.url, model: 'r' })];
  const stream = new RecordingStt({ language: () => 'uz', recognizers }).stream();
  for (const frame of frames) stream.pushFrame(frame);
  stream.endInput();
  const texts: string[] = [];
  for await (const event of stream)
    if (event.type === stt.SpeechEventType.FINAL_TRANSCRIPT) texts.push(event.alternatives?.[0].text ?? '');
  return texts;
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
    const frames = await gated({ db, delayMs });
    expect(await voicedForSession(frames)).toBeLessThan(pauseAfterMs);
    expect(await voicedForScript(frames)).toBeLessThan(resumeMs);
    expect(await recognized(frames)).toEqual([]);
  });

  it('hides no visitor who talks over it', async () => {
    const frames = await gated(
      { db: -25, delayMs: 150 },
      await spoken('Kechirasiz, bir savolim bor edi.'),
      3_000,
    );
    expect(await voicedForSession(frames)).toBeGreaterThan(pauseAfterMs);
    expect(await voicedForScript(frames)).toBeGreaterThan(interruptMs);
    expect(await recognized(frames)).toEqual(['eshitildi']);
  });
});

describe('a nod over the agent’s voice', () => {
  it.each(['ha', 'угу', 'ok', 'да'])('%s does not stop the script', async (nod) => {
    expect(await voicedForScript(await gated(undefined, await spoken(nod), 3_000))).toBeLessThan(interruptMs);
  });

  it.each(['ha', 'угу', 'да', 'xoʻp'])('%s does not pause the session', async (nod) => {
    expect(await voicedForSession(await gated(undefined, await spoken(nod), 3_000))).toBeLessThan(
      pauseAfterMs,
    );
  });

  it.each(['aha', 'okey', 'ok'])('%s lets a paused sentence go on as it ends', async (nod) => {
    const onBackchannel = vi.fn<() => void>();
    await voicedForSession(await gated(undefined, await spoken(nod), 3_000), onBackchannel);
    expect(onBackchannel).toHaveBeenCalledTimes(1);
  });

  it('is not the beginning of a sentence', async () => {
    const onBackchannel = vi.fn<() => void>();
    await voicedForSession(
      await gated(undefined, await spoken('Kechirasiz bir savolim bor edi'), 3_000),
      onBackchannel,
    );
    expect(onBackchannel).not.toHaveBeenCalled();
  });
});

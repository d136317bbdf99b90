import { availableParallelism } from 'node:os';
import { decodeBlocks } from '../../lib/server/audio/decode.ts';
import { durationS, pcmRateHz } from '../../lib/server/audio/pcm.ts';
import { wavFile } from '../../lib/wav.ts';
import { longRecording } from './long-recording.ts';

const lengthS = 600;
const limits = { maxDurationS: 3600 };

/** Prints how fast recordings are decoded to 16 kHz, in times real time, first by one and then by several at once. */
export async function printDecodeSpeed(): Promise<void> {
  const recordings: [string, Uint8Array][] = [
    ['WebM, Opus, 1 channel (Chromium)', await longRecording('voice.webm', lengthS)],
    ['WebM, Opus, 2 channels (a call)', await longRecording('two-voices.webm', lengthS)],
    ['Ogg, Opus (Firefox)', await longRecording('voice-opus.ogg', lengthS)],
    ['MP4, AAC 44.1 kHz (Safari)', await longRecording('voice.m4a', lengthS)],
    ['MP3, 22.05 kHz', await longRecording('voice.mp3', lengthS)],
    ['WAV, 16 kHz', wavFile(new Int16Array(lengthS * pcmRateHz))],
  ];
  await decode(wavFile(new Int16Array(pcmRateHz)));
  const several = Math.min(4, availableParallelism());
  console.log(`${lengthS} s of sound, decoded to 16 kHz: times real time, alone and ${several} at once`);
  for (const [name, bytes] of recordings) {
    const alone = await timesRealTime(bytes, 1);
    const together = await timesRealTime(bytes, several);
    console.log(`  ${name.padEnd(36)} ${alone.toFixed(0).padStart(6)} ${together.toFixed(0).padStart(6)}`);
  }
  console.log(`memory of this process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

/** Seconds of sound; nothing of it is kept. */
async function decode(bytes: Uint8Array): Promise<number> {
  let samples = 0;
  for await (const [block] of decodeBlocks(bytes, limits)) samples += block?.length ?? 0;
  return durationS(samples);
}

async function timesRealTime(bytes: Uint8Array, together: number): Promise<number> {
  const beganMs = performance.now();
  const lengths = await Promise.all(Array.from({ length: together }, () => decode(bytes)));
  return lengths.reduce((sum, length) => sum + length, 0) / ((performance.now() - beganMs) / 1000);
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createEncoder } from 'libopus-wasm';
import { z } from 'zod';
import { trimmed } from '../../../agent/speaking/call-voice.ts';
import { termsVersion } from '../../../lib/contracts/consent.ts';
import { createRoomName } from '../../../lib/contracts/room.ts';
import type { TokenRequest } from '../../../lib/contracts/token.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { synthesizer } from '../../../lib/server/speech/tts.ts';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, 'callers');
const sampleRateHz = 48_000;
const frameSize = sampleRateHz / 50;
/** A whole interview takes less than this. */
const limitMs = 120_000;

export const answers = [
  'Mening ismim Aziz Karimov.',
  'Men dasturchi boʻlib ishlayman, kichik jamoani boshqaraman.',
  'Mijozlarimiz bilan ovozli muloqotni yoʻlga qoʻymoqchimiz.',
  'Bizga kuniga ming qoʻngʻiroqqa javob beradigan yordamchi kerak.',
];

/** The output of callers/main.go, in milliseconds. */
const callFigures = z.object({
  firstAudioMs: z.number().optional(),
  responsesMs: z.array(z.number()),
  silencedMs: z.array(z.number()),
  closedByAgent: z.boolean(),
});

let subscriber = Math.floor(Math.random() * 1e6);

/** Each visitor has a number of their own, so that no cooldown blocks the next. */
export function nextPhone(): string {
  subscriber = (subscriber + 1) % 1e7;
  return `99890${String(subscriber).padStart(7, '0')}`;
}

function newRequest(): TokenRequest {
  const [roomName, phoneNumber] = [createRoomName(), nextPhone()];
  return { roomName, participantName: 'User', phoneNumber, language: 'uz', termsVersion };
}

/**
 * Builds the callers' program. It is another process and has no codecs, whose cost would look like the agent's slowness.
 * @throws Error without Go
 */
export async function buildCallers() {
  const go = findProgram(['go']);
  if (go === undefined) throw new Error('The callers are a Go program: install Go so that it is on PATH.');
  const folder = await mkdtemp(path.join(tmpdir(), 'ovoz-callers-'));
  const program = path.join(folder, 'callers');
  await run(go, ['build', '-o', program, '.'], { cwd: sources });
  const packets = await Promise.all(answers.map(opusPackets));
  return {
    /**
     * Starts this many calls at once; returns their measurements when the last is over.
     * @param talksOver true if the caller speaks during each of the agent's lines but the first
     */
    async call(baseUrl: string, callers: number, talksOver = false) {
      const requests = Array.from({ length: callers }, newRequest);
      const execution = run(program, [], { maxBuffer: 64 * 1024 * 1024 });
      execution.child.stdin?.end(JSON.stringify({ baseUrl, requests, answers: packets, talksOver, limitMs }));
      const { stdout, stderr } = await execution;
      process.stderr.write(stderr);
      return z.array(callFigures).parse(JSON.parse(stdout));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The text as a browser's microphone sends it: Opus packets of 20 ms, in base64. */
async function opusPackets(text: string): Promise<string[]> {
  const speech = synthesizer().synthesize(text, { language: 'uz', sampleRateHz });
  const samples = trimmed(joinSamples(await Array.fromAsync(speech)));
  const encoder = await createEncoder({ sampleRate: sampleRateHz, channels: 1, frameSize, bitrate: 32_000 });
  const packets = Array.from({ length: Math.floor(samples.length / frameSize) }, (_, at) => {
    const packet = encoder.encode(samples.subarray(at * frameSize, (at + 1) * frameSize));
    return Buffer.from(packet).toString('base64');
  });
  encoder.free();
  return packets;
}

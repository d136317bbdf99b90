import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type SampleRate, createEncoder } from 'libopus-wasm';
import { z } from 'zod';
import type { TokenRequest } from '../../../lib/contracts/token.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, 'callers');

/** The output of callers/main.go, in milliseconds. */
const measured = z.object({
  firstAudioMs: z.number().optional(),
  responsesMs: z.array(z.number()),
  silencedMs: z.array(z.number()),
  returnedMs: z.array(z.number()),
  closedByAgent: z.boolean(),
});

export type Measured = z.infer<typeof measured>;

interface CallOrder {
  baseUrl: string;
  /** The requests, one for each call. */
  requests: TokenRequest[];
  /** Opus packets of 20 ms of each answer, in base64. */
  answers: string[][];
  /** Interrupts each of the agent's lines but the first. */
  talksOver: boolean;
  /** Opus packets of a nod, made over each of those lines instead. */
  nod?: string[];
  limitMs: number;
}

/**
 * Builds callers in another process without codecs, whose cost would look like the agent's slowness.
 * @throws Error without Go
 */
export async function buildCallers() {
  const go = findProgram(['go']);
  if (go === undefined) throw new Error('The callers are a Go program: install Go so that it is on PATH.');
  const folder = await mkdtemp(path.join(tmpdir(), 'ovoz-callers-'));
  const program = path.join(folder, 'callers');
  await run(go, ['build', '-o', program, '.'], { cwd: sources });
  return {
    /** Starts all calls in the same millisecond; returns their measurements when the last is over. */
    async call(order: CallOrder): Promise<Measured[]> {
      const running = run(program, [], { maxBuffer: 64 * 1024 * 1024 });
      running.child.stdin?.end(JSON.stringify(order));
      const { stdout, stderr } = await running;
      process.stderr.write(stderr);
      return z.array(measured).parse(JSON.parse(stdout));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Speech as a browser's microphone sends it: Opus packets of 20 ms, in base64. */
export async function opusPackets(speech: Int16Array[], sampleRate: SampleRate): Promise<string[][]> {
  const frameSize = sampleRate / 50;
  const encoder = await createEncoder({ sampleRate, channels: 1, frameSize, bitrate: 32_000 });
  const packets = speech.map((samples) =>
    Array.from({ length: Math.floor(samples.length / frameSize) }, (_, at) => {
      const packet = encoder.encode(samples.subarray(at * frameSize, (at + 1) * frameSize));
      return Buffer.from(packet).toString('base64');
    }),
  );
  encoder.free();
  return packets;
}

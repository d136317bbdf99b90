import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { TokenRequest } from '../../../lib/contracts/token.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { launchBrowser } from '../../browser.ts';

const run = promisify(execFile);
const sources = path.join(import.meta.dirname, 'callers');
const packetUs = 20_000;

/** The output of callers/main.go, in milliseconds. */
const measured = z.object({
  firstAudioMs: z.number().optional(),
  responsesMs: z.array(z.number()),
  silencedMs: z.array(z.number()),
  closedByAgent: z.boolean(),
});

export type Measured = z.infer<typeof measured>;

export interface CallOrder {
  baseUrl: string;
  /** One call each. */
  requests: TokenRequest[];
  /** Opus packets of 20 ms of each answer, in base64. */
  answers: string[][];
  /** Interrupts each of the agent's lines but the first. */
  talksOver: boolean;
  limitMs: number;
}

/** Callers in another process without codecs, whose cost would look like the agent's slowness. */
export class Callers {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds the program. @throws without Go */
  static async build(): Promise<Callers> {
    const go = findProgram(['go']);
    if (go === undefined) throw new Error('The callers are a Go program: install Go so that it is on PATH.');
    const callers = new Callers(await mkdtemp(path.join(tmpdir(), 'ovoz-callers-')));
    await run(go, ['build', '-o', callers.#program, '.'], { cwd: sources });
    return callers;
  }

  get #program(): string {
    return path.join(this.#folder, 'callers');
  }

  /** Starts all calls in the same millisecond; returns their measurements when the last is over. */
  async call(order: CallOrder): Promise<Measured[]> {
    const running = run(this.#program, [], { maxBuffer: 64 * 1024 * 1024 });
    running.child.stdin?.end(JSON.stringify(order));
    const { stdout, stderr } = await running;
    process.stderr.write(stderr);
    return z.array(measured).parse(JSON.parse(stdout));
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** Speech as a browser's microphone sends it: Opus packets of 20 ms, in base64, by Chromium's encoder. */
export async function opusPackets(
  baseUrl: string,
  speech: Int16Array[],
  rateHz: number,
): Promise<string[][]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    // Only a page of a secure context has the encoder.
    await page.goto(new URL('/api/live', baseUrl).href);
    const given = speech.map((samples) => Array.from(samples));
    return await page.evaluate(encodeAll, { given, rateHz, packetUs });
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function encodeAll({
  given,
  rateHz,
  packetUs,
}: {
  given: number[][];
  rateHz: number;
  packetUs: number;
}): Promise<string[][]> {
  const packets: string[][] = [];
  for (const samples of given) {
    const made: string[] = [];
    const encoder = new AudioEncoder({
      output(chunk) {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        made.push(btoa(String.fromCharCode(...bytes)));
      },
      error(error) {
        throw error;
      },
    });
    encoder.configure({
      codec: 'opus',
      sampleRate: rateHz,
      numberOfChannels: 1,
      bitrate: 32_000,
      opus: { frameDuration: packetUs },
    });
    encoder.encode(
      new AudioData({
        format: 's16',
        sampleRate: rateHz,
        numberOfFrames: samples.length,
        numberOfChannels: 1,
        timestamp: 0,
        data: Int16Array.from(samples),
      }),
    );
    await encoder.flush();
    encoder.close();
    packets.push(made);
  }
  return packets;
}

import { spawn } from 'node:child_process';
import { espeakText, findProgram } from '../../lib/server/speech/vendors/espeak/index.ts';
import { wavHeaderBytes } from '../../lib/wav.ts';

/** Milliseconds from the request to its first sample and to its last, and how much sound that was. */
export interface Spoken {
  firstMs: number;
  wholeMs: number;
  bytes: number;
}

export type Speak = (text: string) => Promise<Spoken>;

async function measured(
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<Spoken> {
  const beganMs = performance.now();
  let firstMs: number | undefined;
  let bytes = -wavHeaderBytes;
  for await (const chunk of await open()) {
    bytes += chunk.length;
    if (bytes > 0) firstMs ??= performance.now() - beganMs;
  }
  const wholeMs = performance.now() - beganMs;
  return { firstMs: firstMs ?? wholeMs, wholeMs, bytes };
}

/** The endpoint that the demo uses. */
export function speakByApi(baseUrl: string): Speak {
  return (text) =>
    measured(async () => {
      const response = await fetch(new URL(`/api/tts/stream?${new URLSearchParams({ text })}`, baseUrl));
      if (!response.ok || response.body === null)
        throw new Error(`tts/stream answered ${response.status}: ${await response.text()}`);
      return response.body;
    });
}

/** The espeak-ng command for the same text put into words; undefined where it is not installed. */
export function speakByCommand(): Speak | undefined {
  const program = findProgram('espeak-ng');
  if (program === undefined) return undefined;
  return (text) => {
    const words = espeakText(text, 'uz');
    return measured(() => {
      const child = spawn(program, ['-v', 'uz', '-b', '1', '--stdin', '--stdout'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(words);
      return child.stdout;
    });
  };
}

import { Agent, request } from 'node:http';
import { waitUntil } from '../../start/wait-until.ts';

const agent = new Agent({ keepAlive: true });

/** A plain GET to its last byte, as fast as Node can: no decoding, no unpacking. @returns the bytes of the body */
export function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

export async function timedMs(act: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await act();
  return performance.now() - beganMs;
}

/** The value that `share` (0 to 1) of the values do not exceed; NaN for none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** Waits until a server that was started answers. @throws Error after ten seconds */
export async function untilAnswers(url: string): Promise<void> {
  const isUp = async () => {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    return response !== undefined;
  };
  if (!(await waitUntil(isUp, 10_000))) throw new Error(`${url} does not answer.`);
}

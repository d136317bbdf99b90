import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import type { Page } from 'playwright';
import { waitUntil } from '../../start/wait-until.ts';

const agent = new Agent({ keepAlive: true });

/** A GET to its last byte, as fast as Node can: the body is not decoded or decompressed. @returns the bytes of the body */
export function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export function timed(act: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    const beganMs = performance.now();
    await act();
    return performance.now() - beganMs;
  };
}

/** Measures in turn, so that other load on the machine affects all measurements alike. @returns the results of each measurement */
export async function inTurn<T>(rounds: number, measurements: (() => Promise<T>)[]): Promise<T[][]> {
  const results = measurements.map((): T[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, measure] of measurements.entries()) results[index]?.push(await measure());
  return results;
}

/** Measures in turn after one more round, which warms up. @returns the median of each measurement */
export async function medians(rounds: number, measurements: (() => Promise<number>)[]): Promise<number[]> {
  const results = await inTurn(rounds + 1, measurements);
  return results.map(([, ...values]) => median(values));
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed. NaN if there is no value. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value; of two middle ones the lower. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export const loadText = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** Waits until a server that was started answers. @throws Error after ten seconds */
export async function untilAnswers(url: string): Promise<void> {
  const isUp = async () => {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    return response !== undefined;
  };
  if (!(await waitUntil(isUp, 10_000))) throw new Error(`${url} does not answer.`);
}

/** Frames a second that the page draws during `act` and for `afterMs` after it. */
export async function framesASecond(page: Page, act: () => Promise<unknown>, afterMs = 0): Promise<number> {
  const frameTimes = await page.evaluateHandle(() => {
    const timesMs: number[] = [];
    const onFrame = (ms: number) => {
      timesMs.push(ms);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    return timesMs;
  });
  await act();
  await page.waitForTimeout(afterMs);
  const timesMs = await frameTimes.jsonValue();
  return (1000 * (timesMs.length - 1)) / ((timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0));
}

import { loadavg } from 'node:os';
import type { Page } from 'playwright';
import { request } from 'undici';

/** A GET to its last byte, whose body is not decompressed. @returns the bytes of the body */
export async function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body } = await request(url, { headers });
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  if (statusCode >= 400) throw new Error(`${url} answered ${statusCode}`);
  return bytes;
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypedTexts } from './typed-texts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function* piecesOf(...pieces: string[]) {
  yield* pieces;
}

test('a text is read from its pieces', async () => {
  const typed = new TypedTexts();
  expect(await typed.read(piecesOf('  Mening ', 'ismim Aziz '))).toBe('Mening ismim Aziz');
  expect(await typed.read(piecesOf(' '))).toBeUndefined();
});

test("an endless text is cut at the page's limit, and its stream is closed", async () => {
  let isClosed = false;
  async function* endless() {
    try {
      while (true) yield 'a'.repeat(15_000);
    } finally {
      isClosed = true;
    }
  }
  expect(await new TypedTexts().read(endless())).toBe('a'.repeat(500));
  expect(isClosed).toBe(true);
});

/** Types this many texts at this interval; returns when each was passed on, ms. */
async function deliveryTimesMs(count: number, eachMs: number): Promise<number[]> {
  const typed = new TypedTexts();
  const beganMs = Date.now();
  const atMs: number[] = [];
  for (let at = 0; at < count; at++) {
    void typed.read(piecesOf(`${at}`)).then((text) => {
      if (text !== undefined) atMs.push(Date.now() - beganMs);
    });
    await vi.advanceTimersByTimeAsync(eachMs);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return atMs;
}

test('texts beyond the rate wait or are dropped, and a call takes 200 at most', async () => {
  expect(await deliveryTimesMs(1_000, 0)).toHaveLength(12);
  expect(await deliveryTimesMs(6, 0)).toEqual([0, 0, 0, 0, 1_000, 2_000]);
  expect(await deliveryTimesMs(100, 2_000)).toHaveLength(100);
  expect(await deliveryTimesMs(300, 2_000)).toHaveLength(200);
});

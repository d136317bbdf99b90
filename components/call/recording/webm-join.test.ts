import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinWebm } from './webm-join';
import { webmLengthMs } from './webm-length';

const twoVoices = readFileSync(
  new URL('../../../lib/server/audio/fixtures/two-voices.webm', import.meta.url),
);
const whole = new Uint8Array(twoVoices).buffer;
/** As a killed tab leaves it: it breaks off in the middle of a block. */
const half = whole.slice(0, whole.byteLength / 2);
const wholeMs = webmLengthMs(whole) ?? 0;
const halfMs = webmLengthMs(half) ?? 0;

test('a recording goes on where the page came back, with silence in between', async () => {
  const joined = await joinWebm([
    { bytes: half, atMs: 0 },
    { bytes: whole, atMs: halfMs + 2_500 },
  ]).arrayBuffer();
  expect(Math.abs((webmLengthMs(joined) ?? 0) - (halfMs + 2_500 + wholeMs))).toBeLessThan(40);
  expect(joined.byteLength).toBeGreaterThan(half.byteLength + whole.byteLength * 0.9);
});

test('a clock that went back puts no part over another', async () => {
  const joined = await joinWebm([
    { bytes: whole, atMs: 0 },
    { bytes: half, atMs: 1_000 },
  ]).arrayBuffer();
  expect(Math.abs((webmLengthMs(joined) ?? 0) - (wholeMs + halfMs))).toBeLessThan(40);
});

test('one part is itself', async () => {
  const joined = await joinWebm([{ bytes: whole, atMs: 0 }]).arrayBuffer();
  expect(webmLengthMs(joined)).toBe(wholeMs);
});

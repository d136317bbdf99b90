import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { webmLengthMs, withWebmLength } from './webm-length';

function fixture(name: string): ArrayBuffer {
  const file = readFileSync(new URL(`../../../lib/server/audio/fixtures/${name}`, import.meta.url));
  return new Uint8Array(file).buffer;
}

test.each([
  ['voice.webm', 2760],
  ['two-voices.webm', 3840],
  ['firefox.webm', 1000],
])('%s, as MediaRecorder leaves it, lasts %d ms', (name, lengthMs) => {
  expect(Math.abs((webmLengthMs(fixture(name)) ?? 0) - lengthMs)).toBeLessThan(40);
});

test('a recording that broke off is as long as what there is of it', () => {
  const whole = fixture('two-voices.webm');
  const half = webmLengthMs(whole.slice(0, whole.byteLength / 2));
  expect(half).toBeGreaterThan(500);
  expect(half).toBeLessThan(webmLengthMs(whole) ?? 0);
});

test('damaged bytes come to an end', () => {
  expect(webmLengthMs(fixture('endless.webm'))).toBeNull();
});

test.each([[[]], [[0, 0, 0, 0]], [[0x1a, 0x45, 0xdf, 0xa3]], [[0xff, 0xff, 0xff, 0xff, 0xff]]])(
  'bytes without blocks: %j',
  (bytes) => {
    expect(webmLengthMs(new Uint8Array(bytes).buffer)).toBeNull();
  },
);

test('a length that is written in is what players read, and the sound stays; another one takes its place', async () => {
  const bytes = fixture('voice.webm');
  const shown = (file: Blob) =>
    new Input({ formats: ALL_FORMATS, source: new BlobSource(file) }).getDurationFromMetadata();
  const first = new Blob(withWebmLength(bytes, 2760));
  const second = new Blob(withWebmLength(await first.arrayBuffer(), 1500));
  expect([await shown(new Blob([bytes])), await shown(first), await shown(second)]).toEqual([
    null,
    2.76,
    1.5,
  ]);
  // In the place of the zero that Firefox leaves.
  expect(await shown(new Blob(withWebmLength(fixture('firefox.webm'), 1000)))).toBe(1);
  expect(second.size).toBe(first.size);
  expect(webmLengthMs(await second.arrayBuffer())).toBe(webmLengthMs(bytes));
});

test('bytes without a head are left as they are', () => {
  const bytes = Uint8Array.of(0x1a, 0x45).buffer;
  expect(withWebmLength(bytes, 1000)).toEqual([bytes]);
});

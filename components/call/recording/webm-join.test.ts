import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { joinWebm } from './webm-join';
import { webmLengthMs } from './webm-length';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../lib/server/audio/fixtures/${name}`, import.meta.url));
const whole = new Uint8Array(fixture('two-voices.webm')).buffer;
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

test('a recording of Firefox goes on as well, its silence on the track of its voice', async () => {
  const bytes = new Uint8Array(fixture('firefox.webm')).buffer;
  const joined = joinWebm([
    { bytes, atMs: 0 },
    { bytes, atMs: 3_000 },
  ]);
  const track = await new Input({
    formats: ALL_FORMATS,
    source: new BlobSource(joined),
  }).getPrimaryAudioTrack();
  const packets = track ? await Array.fromAsync(new EncodedPacketSink(track).packets()) : [];
  // One after the other, of 20 ms each.
  expect(packets.length).toBeGreaterThan(195);
  expect(packets.at(-1)?.timestamp).toBeCloseTo(4, 1);
});

test('a page that recorded one channel takes none from the page after it', async () => {
  const mono = new Uint8Array(half.slice(0));
  const text = Buffer.from(mono).toString('latin1');
  mono[text.indexOf('OpusHead') + 9] = 1;
  // The element Channels.
  mono[text.indexOf('\x9f\x81\x02') + 2] = 1;
  const joined = joinWebm([
    { bytes: mono.buffer, atMs: 0 },
    { bytes: whole, atMs: halfMs },
  ]);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(joined) });
  expect(await (await input.getPrimaryAudioTrack())?.getNumberOfChannels()).toBe(2);
});

test('one part is itself', async () => {
  const joined = await joinWebm([{ bytes: whole, atMs: 0 }]).arrayBuffer();
  expect(webmLengthMs(joined)).toBe(wholeMs);
});

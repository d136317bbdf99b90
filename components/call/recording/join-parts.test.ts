import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { toFile } from './recorded-file';

/** A recording as MediaRecorder leaves it. */
function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../../lib/server/audio/fixtures/${name}`, import.meta.url)));
}
const chromium = fixture('two-voices.webm');
/** The file of a killed tab, which ends in the middle of a block. */
const brokenOff = chromium.subarray(0, chromium.length / 2);

/** Joins chunks of a call, each but the first after a reload or a change of source. */
async function recorded(mime: string, ...parts: { bytes: Uint8Array<ArrayBuffer>; atMs?: number }[]) {
  const call = { room: 'chat-1', phone: '', token: '', mime, durationMs: 1 };
  const { audio, durationMs } = await toFile({
    ...call,
    chunks: parts.map(({ bytes }) => new Blob([bytes])),
    parts: parts.map(({ atMs = 0 }, chunk) => ({ chunk, atMs })),
  });
  return { audio, durationMs };
}

const webm = (...parts: Parameters<typeof recorded>[1][]) => recorded('audio/webm;codecs=opus', ...parts);
const mp4 = (...parts: Parameters<typeof recorded>[1][]) => recorded('audio/mp4', ...parts);

/** Reads a file as a player does. */
async function read(file: Blob) {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new Error('no sound');
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  const times = packets.map(({ timestamp }) => timestamp * 1000);
  const steps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  return {
    statedMs: ((await input.getDurationFromMetadata()) ?? 0) * 1000,
    channels: await track.getNumberOfChannels(),
    packets: packets.length,
    longestStepMs: Math.max(...steps),
    shortestStepMs: Math.min(...steps),
  };
}

test.each([
  ['voice.webm', 2760],
  ['two-voices.webm', 3840],
  ['firefox.webm', 1000],
])('%s, which states no length, is sent with its length of %d ms', async (name, lengthMs) => {
  const { audio, durationMs } = await webm({ bytes: fixture(name) });
  expect(Math.abs(durationMs - lengthMs)).toBeLessThan(40);
  expect(Math.abs((await read(audio)).statedMs - durationMs)).toBeLessThan(2);
  expect(audio.type).toBe('audio/webm');
});

test('a sent recording has every packet of its source', async () => {
  const before = await read(new Blob([chromium]));
  expect((await read((await webm({ bytes: chromium })).audio)).packets).toBe(before.packets);
});

test('the length of a truncated recording is that of its readable part', async () => {
  const { durationMs } = await webm({ bytes: brokenOff });
  expect(durationMs).toBeGreaterThan(500);
  expect(durationMs).toBeLessThan(3840);
});

test('bytes without sound are sent as they are, without a length, because the agent’s copy can be read', async () => {
  const bytes = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3);
  const { audio, durationMs } = await webm({ bytes });
  expect([audio.size, durationMs]).toEqual([bytes.length, 0]);
});

const containers = [
  ['webm', webm, chromium],
  ['mp4', mp4, fixture('voice.m4a')],
] as const;

test.each(containers)(
  '%s: a resumed call continues after the reload, with silence in between',
  async (_, join, bytes) => {
    const { durationMs: wholeMs } = await join({ bytes });
    const { audio, durationMs } = await join({ bytes }, { bytes, atMs: wholeMs + 2_500 });
    expect(Math.abs(durationMs - (2 * wholeMs + 2_500))).toBeLessThan(100);
    expect((await read(audio)).longestStepMs).toBeLessThan(100);
  },
);

test.each(containers)('%s: after the clock went back, no part overlaps another', async (_, join, bytes) => {
  const { durationMs: wholeMs } = await join({ bytes });
  const { audio, durationMs } = await join({ bytes }, { bytes, atMs: 1_000 });
  expect(Math.abs(durationMs - 2 * wholeMs)).toBeLessThan(100);
  expect((await read(audio)).shortestStepMs).toBeGreaterThan(0);
});

test.each(containers)('%s: a part without sound is left out', async (_, join, bytes) => {
  const { durationMs: wholeMs } = await join({ bytes });
  const { durationMs } = await join({ bytes: Uint8Array.of(1) }, { bytes, atMs: 500 });
  expect(Math.abs(durationMs - wholeMs)).toBeLessThan(100);
});

test('a killed tab’s part that ends inside a packet is followed by the next', async () => {
  const { durationMs: halfMs } = await webm({ bytes: brokenOff });
  const { durationMs } = await webm({ bytes: brokenOff }, { bytes: chromium, atMs: halfMs + 2_500 });
  expect(Math.abs(durationMs - (halfMs + 2_500 + 3840))).toBeLessThan(100);
});

test('a recording of Firefox continues as well', async () => {
  const bytes = fixture('firefox.webm');
  const { audio } = await webm({ bytes }, { bytes, atMs: 3_000 });
  const { packets, statedMs } = await read(audio);
  // Packets of 20 ms without gaps.
  expect(packets).toBeGreaterThan(195);
  expect(Math.abs(statedMs - 4_000)).toBeLessThan(50);
});

test('a mono part does not make the later stereo parts mono', async () => {
  const mono = Uint8Array.from(chromium);
  const text = Buffer.from(mono).toString('latin1');
  mono[text.indexOf('OpusHead') + 9] = 1;
  // The element Channels.
  mono[text.indexOf('\x9f\x81\x02') + 2] = 1;
  const { audio } = await webm({ bytes: mono }, { bytes: chromium, atMs: 3840 });
  expect((await read(audio)).channels).toBe(2);
});

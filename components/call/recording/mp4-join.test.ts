import { readFileSync } from 'node:fs';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { toFile } from './recorded-file';

const voice = readFileSync(new URL('../../../lib/server/audio/fixtures/voice.m4a', import.meta.url));
const whole = new Blob([voice]);

/** How long the sound lasts, and the longest time between two packets. */
async function lengths(file: Blob): Promise<{ ms: number; gapMs: number }> {
  using input = new Input({ source: new BufferSource(await file.arrayBuffer()), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new Error('no sound');
  let [endS, gapS] = [0, 0];
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets()) {
    gapS = Math.max(gapS, timestamp - endS);
    endS = timestamp + duration;
  }
  return { ms: endS * 1000, gapMs: gapS * 1000 };
}

/** As Safari records it, with the page reloaded before each chunk but the first. */
async function recorded(...parts: { chunk: Blob; atMs: number }[]): Promise<Blob> {
  const { audio } = await toFile({
    room: 'chat-1',
    phone: '',
    token: '',
    mime: 'audio/mp4',
    durationMs: 1,
    chunks: parts.map(({ chunk }) => chunk),
    parts: parts.slice(1).map(({ atMs }, at) => ({ chunk: at + 1, atMs })),
  });
  expect(audio.type).toBe('audio/mp4');
  return audio;
}

test('a recording goes on where the page came back, with silence in between', async () => {
  const { ms } = await lengths(whole);
  const joined = await lengths(await recorded({ chunk: whole, atMs: 0 }, { chunk: whole, atMs: ms + 2_500 }));
  expect(Math.abs(joined.ms - (2 * ms + 2_500))).toBeLessThan(100);
  expect(joined.gapMs).toBeLessThan(100);
});

test('a clock that went back puts no part over another', async () => {
  const { ms } = await lengths(whole);
  const joined = await lengths(await recorded({ chunk: whole, atMs: 0 }, { chunk: whole, atMs: 1_000 }));
  expect(Math.abs(joined.ms - 2 * ms)).toBeLessThan(100);
});

test('a part that holds no sound is left out', async () => {
  const { ms } = await lengths(whole);
  const joined = await lengths(
    await recorded({ chunk: new Blob(['x']), atMs: 0 }, { chunk: whole, atMs: 500 }),
  );
  expect(joined.ms).toBeGreaterThan(ms);
});

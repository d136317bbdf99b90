import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBlocks, decodeChannels, decodeMono } from './decode.ts';
import { durationS, pcmRateHz } from './pcm.ts';
import { speechSegments } from './segments.ts';
import { wavFile, wavHeader } from './wav-file.ts';

const fixture = (name: string) => readFile(path.join(import.meta.dirname, 'fixtures', name));
const limits = { maxDurationS: 60 };
const tone = (lengthS: number, hz = 440) =>
  Int16Array.from(
    { length: lengthS * pcmRateHz },
    (_, at) => 8000 * Math.sin((at * hz * 2 * Math.PI) / pcmRateHz),
  );

describe('decodeChannels', () => {
  it.each(['voice.webm', 'voice-opus.ogg', 'voice-vorbis.ogg', 'voice.m4a', 'voice.mp3'])(
    'hears the sentence in %s',
    async (name) => {
      const channels = await decodeChannels(await fixture(name), limits);
      expect(channels).toHaveLength(1);
      const [voice = new Int16Array()] = channels;
      expect(durationS(voice)).toBeCloseTo(2.8, 0);
      const [segment, ...others] = speechSegments(voice);
      expect(others).toEqual([]);
      expect(segment?.fromS).toBeCloseTo(0.18, 0);
      expect(segment?.toS).toBeCloseTo(2.2, 0);
    },
  );

  it('keeps the two voices of a call apart', async () => {
    const [visitor, agent] = await decodeChannels(await fixture('two-voices.webm'), limits);
    const [first] = speechSegments(visitor ?? new Int16Array());
    const [second] = speechSegments(agent ?? new Int16Array());
    expect((second?.fromS ?? 0) - (first?.fromS ?? 0)).toBeCloseTo(1, 1);
  });

  it('gives a 16 kHz WAV back sample by sample', async () => {
    const [left, right] = [tone(0.5), tone(0.5, 1000)];
    expect(await decodeChannels(wavFile(left, right), limits)).toEqual([left, right]);
  });

  it('reads a WAV whose header does not know its length', async () => {
    const sound = tone(0.25);
    const file = Buffer.concat([wavHeader(), new Uint8Array(sound.buffer)]);
    expect(await decodeChannels(file, limits)).toEqual([sound]);
  });
});

describe('what is wrong with a file', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['a page', Buffer.from('<!doctype html><p>not a recording</p>')],
    ['a name without a body', Buffer.from('OggS')],
    ['noise behind a good beginning', Buffer.from('\x1a\x45\xdf\xa3webm'.padEnd(5000, '\x9f'), 'latin1')],
    [
      'a WAV of three channels',
      Buffer.concat([wavHeader({ dataBytes: 600, channels: 3 }), Buffer.alloc(600)]),
    ],
    ['a WAV at 7 Hz', Buffer.concat([wavHeader({ dataBytes: 600, rateHz: 7 }), Buffer.alloc(600)])],
    ['a WAV with no sound', wavHeader({ dataBytes: 0 })],
  ])('refuses %s', async (_, bytes) => {
    await expect(decodeMono(bytes, limits)).rejects.toMatchObject({ code: 'invalid_audio', status: 422 });
  });

  it.each(['voice.webm', 'voice-opus.ogg', 'voice.mp3'])(
    'gives what comes before %s breaks off',
    async (name) => {
      const bytes = await fixture(name);
      const half = await decodeMono(bytes.subarray(0, bytes.length / 2), limits);
      expect(durationS(half)).toBeGreaterThan(0.8);
      expect(durationS(half)).toBeLessThan(2);
    },
  );

  it.each(['voice.webm', 'voice.m4a', 'voice-vorbis.ogg'])('refuses %s when it is too long', async (name) => {
    const refused = decodeMono(await fixture(name), { maxDurationS: 1 });
    await expect(refused).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('1 seconds'),
    });
  });

  it('answers damage with an error of the catalogue or with sound, nothing else', async () => {
    const whole = await fixture('voice.webm');
    for (let turn = 1; turn <= 20; turn++) {
      const bytes = Uint8Array.from(whole);
      for (let at = turn * 7; at < bytes.length; at += 97 + turn * 31) bytes[at] = (at * turn) % 256;
      const signal = AbortSignal.timeout(5000);
      const outcome = await decodeMono(bytes, { ...limits, signal }).then(durationS, (error) => error.code);
      expect(outcome === 'invalid_audio' || outcome > 0).toBe(true);
    }
  });

  it('a file that keeps its parser busy for ever holds up nobody, and can be given up', async () => {
    const visitor = new AbortController();
    const endless = decodeMono(await fixture('endless.webm'), { ...limits, signal: visitor.signal });
    expect(durationS(await decodeMono(await fixture('voice.webm'), limits))).toBeGreaterThan(2);
    visitor.abort(new Error('gone'));
    await expect(endless).rejects.toThrow('gone');
    expect(durationS(await decodeMono(await fixture('voice.webm'), limits))).toBeGreaterThan(2);
  });
});

describe('decodeBlocks', () => {
  it('decodes no further than its blocks are taken', async () => {
    const file = wavFile(tone(40));
    for await (const [block] of decodeBlocks(file, limits)) {
      expect(block?.length).toBeLessThan(10 * pcmRateHz);
      break;
    }
    expect(durationS(await decodeMono(file, limits))).toBe(40);
  });

  it('many at once all come through', async () => {
    const bytes = await fixture('voice-opus.ogg');
    const all = await Promise.all(Array.from({ length: 12 }, () => decodeMono(bytes, limits)));
    expect(new Set(all.map((samples) => samples.length)).size).toBe(1);
  });
});

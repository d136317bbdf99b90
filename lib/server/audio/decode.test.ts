import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DecodeLimits, analyzeRecording, decodeBlocks, decodeMono, decodeSpans } from './decode.ts';
import { durationS, joinSamples, pcmRateHz } from './pcm.ts';
import { speechSegments } from './analysis.ts';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { wavFile, wavHeader } from '../../wav.ts';

const fixture = (name: string) => readFile(path.join(import.meta.dirname, 'fixtures', name));
const limits = { maxDurationS: 60 };
const tone = (lengthS: number, hz = 440) =>
  Int16Array.from(
    { length: lengthS * pcmRateHz },
    (_, at) => 8000 * Math.sin((at * hz * 2 * Math.PI) / pcmRateHz),
  );

function writeInt24(view: DataView, at: number, value: number): void {
  view.setUint16(at, value & 0xffff, true);
  view.setInt8(at + 2, value >> 16);
}

async function decodeChannels(bytes: Uint8Array, rules: DecodeLimits) {
  const blocks = await Array.fromAsync(decodeBlocks(bytes, rules));
  return (blocks[0] ?? []).map((_, channel) => joinSamples(blocks.flatMap((block) => block[channel] ?? [])));
}

/** A file of less than 1000 bytes: two packets of voice.webm with this gap between them. */
async function withGap(gapS: number): Promise<Uint8Array> {
  const source = new BufferSource(await fixture('voice.webm'));
  const track = await new Input({ source, formats: [WEBM] }).getPrimaryAudioTrack();
  if (!track) throw new Error('voice.webm has no track');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const sound = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(sound);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const [one, two] = await Array.fromAsync(new EncodedPacketSink(track).packets());
  if (!one || !two) throw new Error('voice.webm is empty');
  await sound.add(one.clone({ timestamp: 0 }), { decoderConfig });
  await sound.add(two.clone({ timestamp: gapS }));
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

describe('decodeBlocks, every channel', () => {
  it.each(['voice.webm', 'voice-opus.ogg', 'voice-vorbis.ogg', 'voice.m4a', 'voice.mp3'])(
    'finds the sentence in %s',
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

  it('separates the two voices of a call', async () => {
    const [visitor, agent] = await decodeChannels(await fixture('two-voices.webm'), limits);
    const [first] = speechSegments(visitor ?? new Int16Array());
    const [second] = speechSegments(agent ?? new Int16Array());
    expect((second?.fromS ?? 0) - (first?.fromS ?? 0)).toBeCloseTo(1, 1);
  });

  it('returns the samples of a 16 kHz WAV unchanged', async () => {
    const [left, right] = [tone(0.5), tone(0.5, 1000)];
    expect(await decodeChannels(wavFile(left, right), limits)).toEqual([left, right]);
  });

  it.each([
    ['8 bit', 1, 1, (view: DataView, at: number, value: number) => view.setUint8(at, 128 + value * 127)],
    ['24 bit', 3, 1, (view: DataView, at: number, value: number) => writeInt24(view, at, value * 2 ** 23)],
    ['32 bit', 4, 1, (view: DataView, at: number, value: number) => view.setInt32(at, value * 2 ** 31, true)],
    ['32 bit float', 4, 3, (view: DataView, at: number, value: number) => view.setFloat32(at, value, true)],
  ])('reads a WAV of %s', async (_, sampleBytes, format, write) => {
    const sound = tone(0.25);
    const data = new DataView(new ArrayBuffer(sound.length * sampleBytes));
    for (const [at, sample] of sound.entries()) write(data, at * sampleBytes, sample / 2 ** 15);
    const header = wavHeader({ dataBytes: data.byteLength });
    const headerView = new DataView(header.buffer);
    headerView.setUint16(20, format, true);
    headerView.setUint32(28, pcmRateHz * sampleBytes, true);
    headerView.setUint16(32, sampleBytes, true);
    headerView.setUint16(34, 8 * sampleBytes, true);
    const [decoded = new Int16Array()] = await decodeChannels(
      Buffer.concat([header, new Uint8Array(data.buffer)]),
      limits,
    );
    expect(decoded.length).toBe(sound.length);
    const differences = decoded.map((sample, at) => Math.abs(sample - (sound[at] ?? 0)));
    expect(Math.max(...differences)).toBeLessThan(2 ** 9);
  });

  it('reads a WAV whose header states no length', async () => {
    const sound = tone(0.25);
    const file = Buffer.concat([wavHeader(), new Uint8Array(sound.buffer)]);
    expect(await decodeChannels(file, limits)).toEqual([sound]);
  });
});

describe('a file that cannot be decoded whole', () => {
  it.each([
    ['an empty file', new Uint8Array()],
    ['a page', Buffer.from('<!doctype html><p>not a recording</p>')],
    ['a signature without a body', Buffer.from('OggS')],
    ['noise after a good beginning', Buffer.from('\x1a\x45\xdf\xa3webm'.padEnd(5000, '\x9f'), 'latin1')],
    [
      'a WAV of three channels',
      Buffer.concat([wavHeader({ dataBytes: 600, channels: 3 }), Buffer.alloc(600)]),
    ],
    ['a WAV at 7 Hz', Buffer.concat([wavHeader({ dataBytes: 600, rateHz: 7 }), Buffer.alloc(600)])],
    ['a WAV with no sound', wavHeader({ dataBytes: 0 })],
  ])('refuses %s', async (_, bytes) => {
    await expect(decodeMono(bytes, limits)).rejects.toMatchObject({ code: 'invalid_audio', status: 422 });
  });

  it.each(['voice.webm', 'voice-opus.ogg', 'voice.mp3'])('is decoded until %s breaks off', async (name) => {
    const bytes = await fixture(name);
    const half = await decodeMono(bytes.subarray(0, bytes.length / 2), limits);
    expect(durationS(half)).toBeGreaterThan(0.8);
    expect(durationS(half)).toBeLessThan(2);
  });

  it.each(['voice.webm', 'voice.m4a', 'voice-vorbis.ogg'])('refuses %s when it is too long', async (name) => {
    const refused = decodeMono(await fixture(name), { maxDurationS: 1 });
    await expect(refused).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('1 seconds'),
    });
  });

  it('gives sound or the error invalid_audio if its bytes are damaged', async () => {
    const whole = await fixture('voice.webm');
    for (let round = 1; round <= 20; round++) {
      const bytes = Uint8Array.from(whole);
      for (let at = round * 7; at < bytes.length; at += 97 + round * 31) bytes[at] = (at * round) % 256;
      const signal = AbortSignal.timeout(5000);
      const outcome = await decodeMono(bytes, { ...limits, signal }).then(durationS, (error) => error.code);
      expect(outcome === 'invalid_audio' || outcome > 0).toBe(true);
    }
  });

  it('is not reported as invalid if its decoder did not answer', async () => {
    const unanswered = decodeMono(await fixture('endless.webm'), { ...limits, stallMs: 100 });
    await expect(unanswered).rejects.toMatchObject({ code: 'decoder_busy', status: 503, retryAfterS: 5 });
  });

  it('does not delay other files if the parser loops forever, and can be cancelled', async () => {
    const controller = new AbortController();
    const endless = decodeMono(await fixture('endless.webm'), { ...limits, signal: controller.signal });
    expect(durationS(await decodeMono(await fixture('voice.webm'), limits))).toBeGreaterThan(2);
    controller.abort(new Error('gone'));
    await expect(endless).rejects.toThrow('gone');
    expect(durationS(await decodeMono(await fixture('voice.webm'), limits))).toBeGreaterThan(2);
  });
});

describe('decodeBlocks', () => {
  it('decodes only as far as its blocks are read', async () => {
    const file = wavFile(tone(40));
    for await (const [block] of decodeBlocks(file, limits)) {
      expect(block?.length).toBeLessThan(10 * pcmRateHz);
      break;
    }
    expect(durationS(await decodeMono(file, limits))).toBe(40);
  });

  it('can be cancelled between two blocks', async () => {
    const controller = new AbortController();
    const blocks = decodeBlocks(wavFile(tone(40)), { ...limits, signal: controller.signal });
    await blocks.next();
    controller.abort(new Error('gone'));
    await expect(Array.fromAsync(blocks)).rejects.toThrow('gone');
  });

  it('decodes twelve files at once', async () => {
    const bytes = await fixture('voice-opus.ogg');
    const all = await Promise.all(Array.from({ length: 12 }, () => decodeMono(bytes, limits)));
    expect(new Set(all.map((samples) => samples.length)).size).toBe(1);
  });
});

describe('gaps in the timeline', () => {
  it('become silence, so that later sounds stay at their times', async () => {
    expect(durationS(await decodeMono(await withGap(20), limits))).toBeCloseTo(20, 0);
  });

  it('that last two hours are cut to a minute', async () => {
    const file = await withGap(7200);
    expect(file.length).toBeLessThan(1000);
    expect(durationS(await decodeMono(file, { maxDurationS: 3 * 3600 }))).toBeCloseTo(60, 0);
  });
});

describe('analyzeRecording', () => {
  it('finds the segments and the waveform of both voices', async () => {
    const { speech, peaks } = await analyzeRecording(await fixture('two-voices.webm'), limits);
    expect((speech.agent[0]?.fromS ?? 0) - (speech.visitor[0]?.fromS ?? 0)).toBeCloseTo(1, 1);
    expect(peaks).toHaveLength(800);
    expect(Math.max(...peaks)).toBeGreaterThan(60);
  });
});

describe('decodeSpans', () => {
  it('returns exactly the samples of the spans', async () => {
    const sound = tone(12);
    const spans = [
      { fromS: 1, toS: 2 },
      { fromS: 4.9, toS: 5.3 },
      { fromS: 11.9, toS: 14 },
    ];
    const parts = await decodeSpans(wavFile(sound), spans, limits);
    for (const [at, { fromS, toS }] of spans.entries())
      expect(parts[at]).toEqual(sound.slice(Math.floor(fromS * pcmRateHz), Math.ceil(toS * pcmRateHz)));
  });
});

describe('another sample rate', () => {
  it('is decoded directly: a tone of 10 kHz survives at 24 kHz', async () => {
    const rateHz = 24_000;
    const high = Int16Array.from(
      { length: rateHz },
      (_, at) => 8000 * Math.sin((at * 10_000 * 2 * Math.PI) / rateHz),
    );
    const file = Buffer.concat([wavHeader({ dataBytes: high.byteLength, rateHz }), Buffer.from(high.buffer)]);
    expect(await decodeMono(file, { ...limits, rateHz })).toEqual(high);
  });
});

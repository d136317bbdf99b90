import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeBlocks } from '../../lib/server/audio/decode.ts';
import { joinSamples, pcmRateHz, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { type Segment, speechSegments } from '../../lib/server/audio/analysis.ts';
import { log } from '../../lib/server/platform/log.ts';
import { CallCopy } from './call-copy.ts';
import { CopyWriter, ensureCopyThread } from './copy-writer.ts';
import { oggDurationS } from './ogg-opus.ts';

const frameMs = 32;
const pieceMs = 100;
const aheadMs = 400;
const amplitude = 6_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Scene {
  lengthS: number;
  visitor?: Segment;
  agent?: Segment;
  /** When the visitor's browser is killed. */
  killedAtS?: number;
  /** When the agent is interrupted. */
  stoppedAtS?: number;
}

/** Plays a call into a copy in steps of a microphone's frame. */
async function playCall({ lengthS, visitor, agent, killedAtS = Infinity, stoppedAtS = Infinity }: Scene) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sound.ogg');
  let nowMs = 0;
  const copy = new CallCopy({
    begin: async () => file,
    room: 'room',
    isVisitorThere: async () => nowMs < killedAtS * 1000,
    now: () => nowMs,
  });
  const speech = { fromMs: (agent?.fromS ?? Infinity) * 1000, lengthMs: lengthMsOf(agent), sentMs: 0 };
  copy.playAgent(tone(voiceRateHz, frameMs, 700, false));
  for (nowMs = frameMs; nowMs <= lengthS * 1000; nowMs += frameMs) {
    copy.hearVisitor(tone(pcmRateHz, frameMs, 300, isIn(visitor, nowMs)));
    // As in a call, the agent's sound is queued up to `aheadMs` before it is heard.
    const toMs = Math.min(speech.lengthMs, nowMs - speech.fromMs + aheadMs);
    for (
      ;
      nowMs >= speech.fromMs && nowMs < stoppedAtS * 1000 && speech.sentMs < toMs;
      speech.sentMs += pieceMs
    )
      copy.playAgent(tone(voiceRateHz, pieceMs, 700, true));
    if (isNow(stoppedAtS, nowMs)) copy.stopAgent();
    if (isNow(Math.floor(nowMs / 1000), nowMs)) await vi.advanceTimersByTimeAsync(1_000);
  }
  nowMs = lengthS * 1000;
  return { copy, file };
}

function lengthMsOf(segment: Segment | undefined): number {
  return segment === undefined ? 0 : (segment.toS - segment.fromS) * 1000;
}

/** True in one step: the first one at or after this second. */
function isNow(second: number, ms: number): boolean {
  return ms >= second * 1000 && ms - frameMs < second * 1000;
}

function isIn(segment: Segment | undefined, ms: number): boolean {
  return segment !== undefined && ms > segment.fromS * 1000 && ms <= segment.toS * 1000;
}

function tone(rateHz: number, ms: number, hz: number, isAudible: boolean): Int16Array<ArrayBuffer> {
  const sample = (at: number) => {
    // Changing loudness like speech, because a hum is not detected as speech.
    const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * 6 * at) / rateHz);
    return isAudible ? amplitude * swell * Math.sin((2 * Math.PI * hz * at) / rateHz) : 0;
  };
  return Int16Array.from({ length: (rateHz * ms) / 1000 }, (_, at) => sample(at));
}

async function readSpeech(file: string) {
  const bytes = await readFile(file);
  const blocks = await Array.fromAsync(decodeBlocks(bytes, { maxDurationS: 60 }));
  const [visitor = [], agent = []] = [0, 1].map((channel) =>
    speechSegments(joinSamples(blocks.flatMap((block) => block[channel] ?? [])), { padS: 0 }),
  );
  return { visitor, agent, durationS: oggDurationS(bytes) };
}

const oneSegment = (fromS: number, toS: number) => [
  { fromS: expect.closeTo(fromS, 1), toS: expect.closeTo(toS, 1) },
];

describe('the agent’s copy of a call', () => {
  it('has each voice in its channel, at its time', async () => {
    const { copy, file } = await playCall({
      lengthS: 8,
      visitor: { fromS: 1, toS: 3 },
      agent: { fromS: 4, toS: 7 },
    });
    await copy.close();
    const { visitor, agent, durationS } = await readSpeech(file);
    expect(visitor).toEqual(oneSegment(1, 3));
    expect(agent).toEqual(oneSegment(4, 7));
    expect(durationS).toBeCloseTo(8, 0);
  });

  it('can be read while it is written: a killed agent loses two seconds', async () => {
    const { copy, file } = await playCall({ lengthS: 6, visitor: { fromS: 1, toS: 3 } });
    onTestFinished(() => copy.close());
    await expect.poll(async () => oggDurationS(await readFile(file))).toBeGreaterThan(3.9);
    expect((await readSpeech(file)).visitor).toEqual(oneSegment(1, 3));
  });

  it('ends at the last sign of the visitor’s browser, although the agent still speaks', async () => {
    const { copy, file } = await playCall({ lengthS: 9, agent: { fromS: 1, toS: 9 }, killedAtS: 4 });
    await copy.close();
    expect((await readSpeech(file)).durationS).toBeGreaterThan(2.9);
    expect((await readSpeech(file)).durationS).toBeLessThanOrEqual(4);
  });

  it('begins with the agent’s first sound: a visitor who was not greeted is not recorded', async () => {
    const begin = vi.fn(async () => '');
    const copy = new CallCopy({ begin, room: 'room', isVisitorThere: async () => true });
    copy.hearVisitor(new Int16Array(512));
    await vi.advanceTimersByTimeAsync(1_000);
    await copy.close();
    expect(begin).not.toHaveBeenCalled();
  });

  it('is abandoned if its folder cannot be created, and the call continues', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const full = new Error('ENOSPC');
    const copy = new CallCopy({
      begin: async () => Promise.reject(full),
      room: 'room',
      isVisitorThere: async () => true,
    });
    copy.playAgent(new Int16Array(2_400));
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => warn.mock.calls).toEqual([['copy_not_written', { room: 'room' }, full]]);
    copy.hearVisitor(new Int16Array(512));
    copy.playAgent(new Int16Array(2_400));
    await copy.close();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('closes the port to its thread if its file cannot be opened', async () => {
    const close = vi.spyOn(MessagePort.prototype, 'close');
    onTestFinished(() => close.mockRestore());
    await expect(CopyWriter.open('/dev/null/sound.ogg')).rejects.toThrow('ENOTDIR');
    expect(close).toHaveBeenCalledOnce();
  });

  it('ends with its thread, and the next call has a copy again', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const { copy, file } = await playCall({ lengthS: 3 });
    await expect.poll(async () => oggDurationS(await readFile(file))).toBeGreaterThan(1.9);
    await ensureCopyThread().terminate();
    copy.hearVisitor(new Int16Array(512));
    await expect(copy.close()).rejects.toThrow('The thread of the copies has ended.');
    expect(warn).toHaveBeenCalledWith('copy_not_written', { room: 'room' }, expect.any(Error));
    const next = await playCall({ lengthS: 3, visitor: { fromS: 1, toS: 2 } });
    await next.copy.close();
    expect((await readSpeech(next.file)).visitor).toEqual(oneSegment(1, 2));
  });

  it('is complete even if closing it fails, and `close` rejects', async () => {
    const { copy, file } = await playCall({ lengthS: 6, visitor: { fromS: 1, toS: 3 } });
    const fault = new Error('EIO');
    const { close } = CopyWriter.prototype;
    const closing = vi.spyOn(CopyWriter.prototype, 'close').mockImplementationOnce(async function (
      this: CopyWriter,
    ) {
      await close.call(this);
      throw fault;
    });
    onTestFinished(() => closing.mockRestore());
    await expect(copy.close()).rejects.toBe(fault);
    const { visitor, durationS } = await readSpeech(file);
    expect(visitor).toEqual(oneSegment(1, 3));
    expect(durationS).toBeCloseTo(6, 0);
  });

  it('has only the part of an interrupted utterance that was heard', async () => {
    const { copy, file } = await playCall({ lengthS: 6, agent: { fromS: 1, toS: 5 }, stoppedAtS: 3 });
    await copy.close();
    expect((await readSpeech(file)).agent).toEqual(oneSegment(1, 3));
  });
});

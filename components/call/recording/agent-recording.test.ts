import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speechRateHz } from '@/lib/contracts/limits';
import { AgentRecording } from './agent-recording';
import { FakeRecorder } from './testing/fake-recorder';

/** Recordings that begin at these times, one after the other. */
const begin: { atMs: number[]; channels: number; broken: number[] } = { atMs: [], channels: 1, broken: [] };

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'MediaStream',
    class {
      of = 'agent';
    },
  );
  vi.spyOn(performance, 'now').mockImplementation(() => begin.atMs.shift() ?? 0);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        if (begin.broken.pop() !== undefined) throw new DOMException('no sound', 'EncodingError');
        return {
          numberOfChannels: begin.channels,
          getChannelData: () => new Float32Array(speechRateHz).fill(0.5),
        };
      }
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Whether the visitor and the agent are heard at these times. */
async function heardIn(audio: Blob, atMs: number[]): Promise<boolean[][]> {
  const samples = new Int16Array((await audio.arrayBuffer()).slice(44));
  return atMs.map((ms) => {
    const at = (ms / 1000) * speechRateHz * 2;
    return [samples[at] !== 0, samples[at + 1] !== 0];
  });
}

test('a visitor who takes another microphone is heard on, left, with the agent on the right', async () => {
  begin.atMs = [1500, 3000];
  const voices = new AgentRecording();
  const track: unknown = {};
  for (const of of ['agent', 'visitor']) Reflect.apply(voices.add, voices, [track, of]);
  const { audio, durationMs } = await voices.beside(new Blob(['a second']), 1000);
  expect(durationMs).toBe(3000);
  expect(await heardIn(audio, [200, 1200, 1700, 2500])).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [true, false],
  ]);
});

test('a track of the agent that left no sound takes nothing from the others', async () => {
  begin.atMs = [1500, 2000];
  const voices = new AgentRecording();
  const track: unknown = {};
  for (const of of ['agent', 'agent']) Reflect.apply(voices.add, voices, [track, of]);
  begin.broken = [1];
  // The visitor types: nothing of theirs is decoded.
  const { audio, durationMs } = await voices.beside(new Blob([]), 1000);
  expect(durationMs).toBe(2000);
  expect(await heardIn(audio, [700, 1200])).toEqual([
    [false, false],
    [false, true],
  ]);
});

test('what both said before a reload stays, and the agent is heard on after it', async () => {
  begin.atMs = [2500];
  begin.channels = 2;
  const voices = new AgentRecording();
  const track: unknown = {};
  Reflect.apply(voices.add, voices, [track]);
  // The call is older than the page.
  const apart = [{ fromMs: 400, untilMs: 700 }];
  const { audio, durationMs } = await voices.beside(new Blob(['a second']), -1000, apart);
  expect(durationMs).toBe(4500);
  expect(await heardIn(audio, [300, 500, 800, 2000, 4000])).toEqual([
    [true, true],
    // One microphone on both channels.
    [true, false],
    // A page with a graph again.
    [true, true],
    [false, false],
    [false, true],
  ]);
});

test('each second of both voices is stored, and after a reload each is heard on its own side', async () => {
  begin.atMs = [2000, 3000];
  begin.channels = 1;
  const keep = vi.fn();
  const voices = new AgentRecording(keep);
  const track: unknown = {};
  for (const of of ['agent', 'visitor']) Reflect.apply(voices.add, voices, [track, of]);
  await voices.stop();
  const [agent, visitor] = [2000, 3000].map((ms) => Math.round(performance.timeOrigin + ms));
  expect(keep.mock.calls).toEqual([
    [{ of: 'agent', startedAtMs: agent }, expect.objectContaining({ index: 0 })],
    [{ of: 'visitor', startedAtMs: visitor }, expect.objectContaining({ index: 0 })],
  ]);
  const kept = keep.mock.calls.map(([voice]) => ({ ...voice, chunks: [new Blob(['a second'])] }));
  const { audio } = await new AgentRecording().beside(new Blob([]), 1000, [], kept);
  expect(await heardIn(audio, [1200, 2200])).toEqual([
    [false, true],
    [true, false],
  ]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { speechRateHz } from '@/lib/contracts/limits';
import { AgentRecording } from './agent-recording';

/** Recordings of so many seconds that begin at these times, one after the other. */
const begin = vi.hoisted(() => ({ atMs: [] as number[] }));

vi.mock('./recorder', () => ({
  Recorder: class {
    readonly startedAtMs = begin.atMs.shift() ?? 0;
    async stop() {
      return { mime: 'audio/webm', chunks: [new Blob(['a second'])] };
    }
  },
}));

afterEach(() => vi.unstubAllGlobals());

test('a visitor who takes another microphone is heard on, left, with the agent on the right', async () => {
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        return { getChannelData: () => new Float32Array(speechRateHz).fill(0.5) };
      }
    },
  );
  begin.atMs = [1500, 3000];
  const voices = new AgentRecording();
  const track: unknown = {};
  for (const of of ['agent', 'visitor']) Reflect.apply(voices.add, voices, [track, of]);
  const { audio, durationMs } = await voices.beside(new Blob(['a second']), 1000);
  expect(durationMs).toBe(3000);
  const samples = new Int16Array((await audio.arrayBuffer()).slice(-3 * speechRateHz * 4));
  const heardAt = (ms: number) => {
    const at = (ms / 1000) * speechRateHz * 2;
    return [samples[at] !== 0, samples[at + 1] !== 0];
  };
  expect([200, 1200, 1700, 2500].map(heardAt)).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [true, false],
  ]);
});

import { expect, test, vi } from 'vitest';
import { speechRateHz } from '@/lib/contracts/limits';
import { lastReceipt, unkeptDeliveries } from '../after-call';
import { deliverRecording } from './deliver';
import { CallRecording } from './call-recording';
import type * as deliver from './deliver';
import type { BrokenOffCall, KeptRecording, KeptVoice, Recording } from './outbox';

const agentS = 2;
const kept = vi.hoisted(() => {
  const outbox: {
    whole: Recording | null;
    recording: Partial<KeptRecording> | undefined;
    forgotten: boolean;
    keeps: boolean;
    guarded: number[];
    alive: number;
    voices: KeptVoice[];
  } = {
    whole: null,
    recording: undefined,
    forgotten: false,
    keeps: true,
    guarded: [],
    alive: 0,
    voices: [],
  };
  return outbox;
});

vi.mock('./deliver', async (original) => ({
  ...(await original<typeof deliver>()),
  deliverRecording: vi.fn(async () => {
    kept.guarded.push(unkeptDeliveries.get());
    return { delivery: 'arrived' };
  }),
}));
vi.mock('./outbox', () => ({
  keptVoices: async () => kept.voices,
  RecordingKeeper: class {
    keeps = kept.keeps;
    constructor(recording: Partial<KeptRecording>) {
      kept.recording = recording;
    }
    note({ aliveAtMs, apart }: Partial<KeptRecording>) {
      if (aliveAtMs !== undefined) kept.alive++;
      if (apart !== undefined) Object.assign(kept.recording ?? {}, { apart });
    }
    add() {}
    addVoice() {}
    async whole() {
      return kept.whole;
    }
    async forget() {
      kept.forgotten = true;
    }
  },
}));
/** The visitor's stream, of a graph that does not run, gives nothing. */
vi.mock('./recorder', () => ({
  Recorder: class {
    readonly #stream: { of?: string };
    readonly startedAtMs = 0;
    readonly mime = 'audio/webm';
    constructor(stream: { of?: string }) {
      this.#stream = stream;
    }
    async stop() {
      const chunks = this.#stream.of === 'agent' ? [new Blob(['heard'])] : [];
      return { mime: this.mime, durationMs: 0, chunks };
    }
  },
}));

/** A call whose visitor types, and whose audio graph does not run. */
async function deliverTyped(before?: Partial<BrokenOffCall>): Promise<void> {
  const recording = recordTyped(before);
  await recording.deliver(await recording.stop(), { answersMs: [], voice: [] }, []);
}

function recordTyped(before?: Partial<BrokenOffCall>, graph: object = { running: false }): CallRecording {
  const mixer: unknown = Object.assign(graph, { stream: {}, agentTracks: [{}] });
  return Reflect.construct(CallRecording, [
    mixer,
    undefined,
    {
      grant: { token: 't', roomName: 'chat-1', serverUrl: '', directUpload: true },
      muted: false,
      before,
      request: { phone: '+998901234567', language: 'uz', typing: true },
    },
  ]);
}

/** The agent is recorded, and what is decoded is a voice of two seconds. */
function hearTheAgent(numberOfChannels = 1): void {
  vi.stubGlobal(
    'MediaStream',
    class {
      of = 'agent';
    },
  );
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        return {
          numberOfChannels,
          getChannelData: () => new Float32Array(agentS * speechRateHz).fill(0.5),
        };
      }
    },
  );
}

/** Whether the agent is heard at these seconds of what was sent. */
async function agentIn(seconds: number[]): Promise<boolean[]> {
  const sent = await vi.mocked(deliverRecording).mock.calls[0]?.[0].audio.arrayBuffer();
  const samples = new Int16Array(sent ?? new ArrayBuffer(), 44);
  return seconds.map((s) => samples[s * speechRateHz * 2 + 1] !== 0);
}

test('a typed call without an audio graph sends what the agent has said, and leaves a card', async () => {
  hearTheAgent();
  await deliverTyped();
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', durationMs: agentS * 1000 });
  const [file] = vi.mocked(deliverRecording).mock.calls[0] ?? [];
  expect(file).toMatchObject({ room: 'chat-1', direct: true });
  expect(file?.audio.type).toBe('audio/wav');
  expect(file?.audio.size).toBeGreaterThan(agentS * speechRateHz * 2 * 2);
  vi.unstubAllGlobals();
});

test('what was kept before a reload is sent, though nothing is recorded after it', async () => {
  vi.stubGlobal('MediaStream', class {});
  vi.mocked(deliverRecording).mockClear();
  const chunks = [new Blob(['before'])];
  kept.whole = { room: 'chat-1', phone: '', token: 't', mime: 'audio/mp4', durationMs: 1000, chunks };
  await deliverTyped();
  expect(await vi.mocked(deliverRecording).mock.calls[0]?.[0].audio.text()).toBe('before');
  expect(kept.forgotten).toBe(false);
  vi.unstubAllGlobals();
});

test('what was kept before a reload is sent with what the agent has said after it', async () => {
  hearTheAgent();
  kept.whole = {
    room: 'chat-1',
    phone: '',
    token: 't',
    mime: 'audio/mp4',
    durationMs: 1000,
    chunks: [new Blob(['before'])],
  };
  // Three seconds before the page, and its recorder, began.
  await deliverTyped({ startedAtMs: performance.timeOrigin - 3000 });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', durationMs: (3 + agentS) * 1000 });
  vi.unstubAllGlobals();
});

test('what the agent has said before a reload without an audio graph is heard where it was said', async () => {
  hearTheAgent();
  const chunks = [new Blob(['before'])];
  kept.whole = { room: 'chat-1', phone: '', token: 't', mime: 'audio/mp4', durationMs: 1000, chunks };
  const startedAtMs = performance.timeOrigin - 6000;
  kept.voices = [{ of: 'agent', startedAtMs: startedAtMs + 1000, chunks: [new Blob(['hello'])] }];
  vi.mocked(deliverRecording).mockClear();
  await deliverTyped({ startedAtMs, apart: [{ fromMs: 0, untilMs: Infinity }] });
  expect(await agentIn([0.5, 1.5, 4.5, 6.5])).toEqual([false, true, false, true]);
  // A recorder of silence may have given no chunks at all.
  kept.whole = null;
  vi.mocked(deliverRecording).mockClear();
  await deliverTyped({ startedAtMs, apart: [{ fromMs: 0, untilMs: Infinity }] });
  kept.voices = [];
  expect(await agentIn([0.5, 1.5, 4.5, 6.5])).toEqual([false, true, false, true]);
  vi.unstubAllGlobals();
});

test('of a page with an audio graph after one without, each has the agent beside the visitor', async () => {
  hearTheAgent(2);
  const chunks = [new Blob(['both pages'])];
  kept.whole = { room: 'chat-1', phone: '', token: 't', mime: 'audio/mp4', durationMs: 2000, chunks };
  const startedAtMs = Date.now() - 1000;
  // The voice ends half a second into the call.
  kept.voices = [{ of: 'agent', startedAtMs: startedAtMs - 1500, chunks: [new Blob(['hello'])] }];
  vi.mocked(deliverRecording).mockClear();
  const before = { startedAtMs, apart: [{ fromMs: 0, untilMs: Infinity }] };
  const recording = recordTyped(before, { running: true });
  await recording.deliver(await recording.stop(), { answersMs: [], voice: [] }, []);
  kept.voices = [];
  expect(await agentIn([0.25, 0.75, 1.5])).toEqual([true, false, true]);
  vi.unstubAllGlobals();
});

test('of several reloads without an audio graph, no microphone stands for the agent', async () => {
  hearTheAgent(2);
  kept.whole = {
    room: 'chat-1',
    phone: '',
    token: 't',
    mime: 'audio/mp4',
    durationMs: agentS * 1000,
    chunks: [new Blob(['before'])],
    parts: [
      { chunk: 0, atMs: 1000 },
      { chunk: 0, atMs: 2000 },
    ],
  };
  vi.mocked(deliverRecording).mockClear();
  const apart = [{ fromMs: 1000, untilMs: Infinity }];
  await deliverTyped({ startedAtMs: performance.timeOrigin - 3000, apart });
  expect(await agentIn([0.5, 1.5, 3.5])).toEqual([true, false, true]);
  vi.unstubAllGlobals();
});

test('a recording that is in memory only is counted as long as it is being sent', async () => {
  vi.stubGlobal('MediaStream', class {});
  const chunks = [new Blob(['said'])];
  kept.whole = { room: 'chat-1', phone: '', token: 't', mime: 'audio/mp4', durationMs: 1000, chunks };
  kept.guarded = [];
  await deliverTyped();
  kept.keeps = false;
  await deliverTyped();
  kept.keeps = true;
  expect(kept.guarded).toEqual([0, 1]);
  expect(unkeptDeliveries.get()).toBe(0);
  vi.unstubAllGlobals();
});

test('a page whose recorder gives nothing notes each second that it is in the call, as long as it is', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', class {});
  const recording = recordTyped();
  vi.advanceTimersByTime(3000);
  await recording.stop();
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  expect(kept.alive).toBe(3);
  vi.unstubAllGlobals();
});

test('a graph that stops in the call does not silence its recording: from then on the voices are recorded apart', async () => {
  hearTheAgent();
  kept.whole = null;
  vi.useFakeTimers();
  const graph = { running: true };
  const recording = recordTyped(undefined, graph);
  await vi.advanceTimersByTimeAsync(10_000);
  graph.running = false;
  await vi.advanceTimersByTimeAsync(4_000);
  // Interrupted for a moment.
  graph.running = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(kept.recording?.apart).toEqual([]);
  graph.running = false;
  kept.alive = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(kept.alive).toBe(5);
  expect(kept.recording?.apart).toEqual([{ fromMs: expect.any(Number), untilMs: Infinity }]);
  await recording.deliver(await recording.stop(), { answersMs: [], voice: [] }, []);
  vi.useRealTimers();
  expect(vi.mocked(deliverRecording).mock.lastCall?.[0].audio.type).toBe('audio/wav');
  vi.unstubAllGlobals();
});

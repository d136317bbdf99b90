import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speechRateHz } from '@/lib/contracts/limits';
import type { PreviousCall } from '../chart/events';
import { lastReceipt, unsavedDeliveries } from '../receipt';
import { CallRecording, dropDelivery } from './call-recording';
import { Hearing } from './hearing';
import { FakeRecorder } from './testing/fake-recorder';
import { emptyMemory, memory } from './testing/memory-database';
import { type Posted, stubUpload } from './testing/upload';

vi.mock('idb', () => import('./testing/memory-database'));
vi.mock('@vercel/blob/client', () => ({ put: vi.fn() }));

const agentS = 2;
const room = 'chat-1';
let posted: Posted[] = [];

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal('document', new EventTarget());
  // The recorders begin with the page.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  posted = stubUpload();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  emptyMemory();
});

/** The stored part of the call, from before its page was reloaded. */
function storeBefore(
  change: Partial<PreviousCall> = {},
  parts: { text?: string; partAtMs?: number }[] = [{}],
): PreviousCall {
  parts.forEach(({ text = 'before', partAtMs }, index) => {
    const { buffer: bytes } = new TextEncoder().encode(text);
    memory.chunks.set(`${room}/${index}`, { room, index, endMs: 1000, bytes, partAtMs });
  });
  const grant = { token: 't', roomName: room, serverUrl: '' };
  const times = { startedAtMs: performance.timeOrigin - 3000, lastSeenMs: performance.timeOrigin };
  const chunks = parts.length;
  return { room, grant, ...times, muted: false, chunks, apart: [], release: () => undefined, ...change };
}

function storeAgentVoice(startedAtMs: number): void {
  const name = `${room}|agent|${startedAtMs}`;
  memory.chunks.set(name, { room: name, index: 0, endMs: 1000, bytes: new ArrayBuffer(1) });
}

/** A call whose visitor types, and whose audio graph does not run. */
function recordTyped(
  previous: PreviousCall | null = null,
  graph: object = { running: false },
): CallRecording {
  const mixer: unknown = Object.assign(graph, { stream: {}, agentTracks: [{}] });
  const grant = { token: 't', roomName: room, serverUrl: '' };
  const request = { phone: '+998901234567', language: 'uz', typing: true };
  const call = { grant, muted: false, previous, request };
  return Reflect.construct(CallRecording, [mixer, undefined, call, new Hearing()]);
}

async function deliver(recording: CallRecording): Promise<void> {
  await recording.stop();
  await recording.deliver({ outcome: undefined, answers: ['Anna'], steps: [] });
}

const deliverTyped = (previous?: PreviousCall) => deliver(recordTyped(previous));

async function sentAudio(): Promise<Blob> {
  const audio = posted.at(-1)?.form.get('audio');
  return audio instanceof Blob ? audio : new Blob();
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
  const samples = new Int16Array(await (await sentAudio()).arrayBuffer(), 44);
  return seconds.map((s) => samples[s * speechRateHz * 2 + 1] !== 0);
}

test('a typed call without an audio graph sends what the agent has said, and leaves a receipt', async () => {
  hearTheAgent();
  await deliverTyped();
  expect(lastReceipt.get()).toMatchObject({
    delivery: 'arrived',
    durationMs: agentS * 1000,
    typing: true,
    answers: ['Anna'],
  });
  const audio = await sentAudio();
  expect(audio.type).toBe('audio/wav');
  expect(audio.size).toBeGreaterThan(agentS * speechRateHz * 2 * 2);
  expect(memory.recordings.size).toBe(0);
});

test('what was stored before a reload is sent, though nothing is recorded after it', async () => {
  await deliverTyped(storeBefore());
  expect(await (await sentAudio()).text()).toBe('before');
});

test('what was stored before a reload is sent with what the agent has said after it', async () => {
  hearTheAgent();
  // Three seconds before the page, and its recorder, began.
  await deliverTyped(storeBefore({ startedAtMs: performance.timeOrigin - 3000 }));
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', durationMs: (3 + agentS) * 1000 });
});

test.each([
  ['', [{}]],
  // A recorder of silence may have given no chunks at all.
  [' and without chunks', []],
])(
  'the agent’s words from before a reload without an audio graph%s are where they were said',
  async (_, parts) => {
    hearTheAgent();
    const startedAtMs = performance.timeOrigin - 6000;
    storeAgentVoice(startedAtMs + 1000);
    await deliverTyped(storeBefore({ startedAtMs, apart: [{ fromMs: 0, untilMs: Infinity }] }, parts));
    expect(await agentIn([0.5, 1.5, 4.5, 6.5])).toEqual([false, true, false, true]);
  },
);

test('a page with an audio graph after one without: each has the agent beside the visitor', async () => {
  hearTheAgent(2);
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin);
  const startedAtMs = performance.timeOrigin - 1000;
  // The voice ends half a second into the call.
  storeAgentVoice(startedAtMs - 1500);
  const previous = storeBefore({ startedAtMs, apart: [{ fromMs: 0, untilMs: Infinity }] });
  await deliver(recordTyped(previous, { running: true }));
  expect(await agentIn([0.25, 0.75, 1.5])).toEqual([true, false, true]);
});

test('after several reloads without an audio graph, no microphone stands for the agent', async () => {
  hearTheAgent(2);
  const apart = [{ fromMs: 1000, untilMs: Infinity }];
  const parts = [{ partAtMs: 1000 }, { partAtMs: 2000 }];
  await deliverTyped(storeBefore({ startedAtMs: performance.timeOrigin - 3000, apart }, parts));
  expect(await agentIn([0.5, 1.5, 3.5])).toEqual([true, false, true]);
});

test('a recording that is in memory only is counted as long as it is being sent', async () => {
  hearTheAgent();
  const counted: number[] = [];
  const stop = unsavedDeliveries.subscribe(() => void counted.push(unsavedDeliveries.get()));
  await deliverTyped();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  memory.isFull = true;
  await deliverTyped();
  stop();
  expect(counted).toEqual([0, 0, 1, 0]);
});

test('a recording whose call is deleted while it is sent is dropped', async () => {
  hearTheAgent();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  posted = stubUpload({ status: 503 });
  vi.stubGlobal('window', new EventTarget());
  const delivering = deliverTyped();
  await vi.waitFor(() => expect(lastReceipt.get()).toMatchObject({ room, delivery: 'retrying' }));
  await dropDelivery(room);
  await delivering;
  expect([posted.length, memory.recordings.size]).toEqual([1, 0]);
});

test('a page whose recorder gives nothing stores each second that it is in the call, as long as it is', async () => {
  vi.useFakeTimers();
  const recording = recordTyped();
  const aliveAtMs = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return memory.recordings.get(room)?.aliveAtMs;
  };
  expect([await aliveAtMs(), await aliveAtMs()]).toEqual([Date.now() - 1000, Date.now()]);
  const lastMs = Date.now();
  await recording.stop();
  expect(await aliveAtMs()).toBe(lastMs);
});

test('a graph that stops in the call does not silence its recording: from then on the voices are recorded apart', async () => {
  hearTheAgent();
  vi.useFakeTimers();
  const graph = { running: true };
  const recording = recordTyped(null, graph);
  const apart = () => memory.recordings.get(room)?.apart;
  await vi.advanceTimersByTimeAsync(10_000);
  graph.running = false;
  await vi.advanceTimersByTimeAsync(4_000);
  // Interrupted for a moment.
  graph.running = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(apart()).toEqual([]);
  graph.running = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(apart()).toEqual([{ fromMs: expect.any(Number), untilMs: Infinity }]);
  expect(memory.recordings.get(room)?.aliveAtMs).toBe(Date.now());
  await deliver(recording);
  expect((await sentAudio()).type).toBe('audio/wav');
});

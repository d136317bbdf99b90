import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCaptions } from '../captions';
import type { PreviousCall } from '../chart/events';
import { lastReceipt, unsavedDeliveries } from '../receipt';
import { CallRecording, dropDelivery } from './call-recording';
import { VoiceMeter } from './hearing';
import { FakeRecorder } from './testing/fake-recorder';
import { emptyMemory, memory } from './testing/memory-database';
import { type PostedForm, stubUpload } from './testing/upload';

vi.mock('idb', () => import('./testing/memory-database'));
vi.mock('@vercel/blob/client', () => ({ put: vi.fn() }));

const room = 'chat-1';
let posted: PostedForm[] = [];

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly source: string;
      constructor([track]: { source: string }[]) {
        this.source = track?.source ?? '';
      }
    },
  );
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

/** Stores parts that were recorded before the page was reloaded. */
function storePreviousCall(
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
  return { room, grant, ...times, muted: false, chunks, release: () => undefined, ...change };
}

interface Graph {
  isRunning: boolean;
}

/** A call of a visitor who speaks or types, with a simulated audio graph. */
function record(
  graph: Graph,
  { previous = null, speaks = true }: { previous?: PreviousCall | null; speaks?: boolean } = {},
) {
  const mixer = {
    get isRunning() {
      return graph.isRunning;
    },
    get stream() {
      return { source: graph.isRunning ? 'both' : undefined };
    },
  };
  const microphone = { mediaStreamTrack: { source: 'visitor' } };
  const grant = { token: 't', roomName: room, serverUrl: '' };
  const request = { phone: '+998901234567', language: 'uz', isTyping: !speaks };
  const call = { grant, isMuted: false, previous, request };
  const recording: CallRecording = Reflect.construct(CallRecording, [
    mixer,
    speaks ? microphone : undefined,
    call,
    new VoiceMeter(),
  ]);
  return { recording, microphone };
}

const recordTyped = (previous: PreviousCall | null = null, graph: Graph = { isRunning: true }) =>
  record(graph, { previous, speaks: false }).recording;

async function deliver(recording: CallRecording): Promise<void> {
  await recording.stop();
  await recording.deliver({ outcome: undefined, steps: [], isEndedByOffice: false });
}

const deliverTyped = (previous?: PreviousCall) => deliver(recordTyped(previous));

async function sentAudio(): Promise<string> {
  const audio = posted.at(-1)?.form.get('audio');
  return audio instanceof Blob ? audio.text() : '';
}

test('a call with an audio graph sends both voices, and leaves a receipt', async () => {
  openCaptions()({ segment: 'a', speaker: 'visitor', text: 'Anna', isFirst: true });
  await deliverTyped();
  expect(await sentAudio()).toBe('both');
  expect(lastReceipt.get()).toMatchObject({
    delivery: 'arrived',
    typing: true,
    captions: [{ speaker: 'visitor', text: 'Anna' }],
  });
  expect(memory.recordings.size).toBe(0);
});

test('a call without a recording sends nothing', async () => {
  await deliver(recordTyped(null, { isRunning: false }));
  expect([posted.length, memory.recordings.size]).toEqual([0, 0]);
});

test('a recording stored before a reload is sent, even if nothing is recorded afterwards', async () => {
  await deliver(recordTyped(storePreviousCall(), { isRunning: false }));
  expect(await sentAudio()).toBe('before');
});

test('the recording after a reload continues the stored one', async () => {
  await deliverTyped(storePreviousCall());
  expect(await sentAudio()).toBe('beforeboth');
});

test('the part from before a reload is sent even if the disk is full after it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  memory.recordings.set(room, { room });
  const previous = storePreviousCall();
  memory.isFull = true;
  await deliverTyped(previous);
  expect(await sentAudio()).toBe('beforeboth');
});

test('a recording in memory counts as unsaved until it is sent', async () => {
  const counted: number[] = [];
  const stop = unsavedDeliveries.subscribe(() => void counted.push(unsavedDeliveries.get()));
  await deliverTyped();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  memory.isFull = true;
  await deliverTyped();
  stop();
  expect(counted).toEqual([0, 0, 1, 0]);
});

test('a recording whose call is deleted during the upload is dropped', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  posted = stubUpload({ status: 503 });
  vi.stubGlobal('window', new EventTarget());
  const delivering = deliverTyped();
  await expect.poll(() => lastReceipt.get()).toMatchObject({ room, delivery: 'retrying' });
  await dropDelivery(room);
  await delivering;
  expect([posted.length, memory.recordings.size]).toEqual([1, 0]);
});

test('a page whose recorder delivers nothing still stores the time of each second in the call', async () => {
  vi.useFakeTimers();
  const recording = recordTyped(null, { isRunning: false });
  const aliveAtMs = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return memory.recordings.get(room)?.aliveAtMs;
  };
  expect([await aliveAtMs(), await aliveAtMs()]).toEqual([Date.now() - 1000, Date.now()]);
  const lastMs = Date.now();
  await recording.stop();
  expect(await aliveAtMs()).toBe(lastMs);
});

/** Stops the recording and expects these stored parts. */
async function expectParts(recording: CallRecording, parts: [source: string, atMs: number][]): Promise<void> {
  await recording.stop();
  vi.useRealTimers();
  const stored = () =>
    [...memory.chunks.values()].map(({ bytes, partAtMs }) => [
      new TextDecoder().decode(bytes instanceof ArrayBuffer ? bytes : undefined),
      partAtMs,
    ]);
  await expect.poll(() => stored()).toEqual(parts);
}

test('an audio graph that stalls is replaced by the microphone alone, until it runs again', async () => {
  vi.useFakeTimers();
  const graph = { isRunning: true };
  const { recording } = record(graph);
  await vi.advanceTimersByTimeAsync(10_000);
  graph.isRunning = false;
  await vi.advanceTimersByTimeAsync(4_000);
  // Interrupted for a moment.
  graph.isRunning = true;
  await vi.advanceTimersByTimeAsync(2_000);
  graph.isRunning = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(memory.recordings.get(room)?.aliveAtMs).toBe(Date.now());
  graph.isRunning = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await expectParts(recording, [
    ['both', 0],
    ['visitor', 21_000],
    ['both', 23_000],
  ]);
});

test('without an audio output the visitor is recorded alone, with each microphone in turn', async () => {
  vi.useFakeTimers();
  const { recording, microphone } = record({ isRunning: false });
  await vi.advanceTimersByTimeAsync(2_000);
  microphone.mediaStreamTrack = { source: 'another' };
  await vi.advanceTimersByTimeAsync(2_000);
  await expectParts(recording, [
    ['visitor', 0],
    ['another', 3_000],
  ]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { type UnsentRecording, findInterruptedCall, markCallOver } from './outbox';
import { acquireLock, recordingLock } from '../locks';
import { saveCurrentCall } from '../tab-memory';
import { recoverRecordings } from './deliver';
import { RecordingStore } from './recording-store';
import { emptyMemory, memory } from './testing/memory-database';
import { stubUpload } from './testing/upload';

vi.mock('idb', () => import('./testing/memory-database'));

const room = 'chat-1763750000000';

afterEach(() => {
  vi.unstubAllGlobals();
  emptyMemory();
});

/** Sends the stored recordings like a new visit; returns how many were sent. */
async function recoverAndCount(): Promise<number> {
  const posted = stubUpload();
  await recoverRecordings();
  return posted.length;
}

/** A call in progress whose page was reloaded. */
function storeCall(): UnsentRecording {
  const stored = { room, phone: '', token: 't', mime: 'audio/mp4', startedAtMs: Date.now(), refusals: 0 };
  saveCurrentCall(room);
  memory.recordings.set(room, stored);
  memory.chunks.set(`${room}/0`, { room, index: 0, endMs: 1000, bytes: new ArrayBuffer(1) });
  return stored;
}

test('the stored part of a call is not sent while the visitor may still resume it', async () => {
  const stored = storeCall();
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room, chunks: 1 } });
  expect(await recoverAndCount()).toBe(0);
  expect(await findInterruptedCall()).toBeNull();
  // The call is entered again.
  const store = new RecordingStore(stored, interruptedCall?.previous);
  expect(await recoverAndCount()).toBe(0);
  expect((await store.readWhole())?.chunks).toHaveLength(1);
  store.update({ over: true });
  await store.leave();
  expect(await recoverAndCount()).toBe(1);
  expect(memory.recordings.size).toBe(0);
});

test('a tab that comes online leaves the call of a reloading page to that page', async () => {
  storeCall();
  expect(await recoverAndCount()).toBe(0);
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room, chunks: 1 } });
  interruptedCall?.previous.release();
});

test('a call that is marked as over cannot be resumed, and is sent', async () => {
  storeCall();
  const interruptedCall = await findInterruptedCall();
  if (interruptedCall) await markCallOver(interruptedCall.previous);
  expect(await findInterruptedCall()).toBeNull();
  expect(await recoverAndCount()).toBe(1);
});

test('a page that was in the call a moment ago can resume it, even if its last chunk is old', async () => {
  const stored = { ...storeCall(), startedAtMs: Date.now() - 60_000 };
  memory.recordings.set(room, stored);
  expect(await findInterruptedCall()).toBeNull();
  memory.recordings.set(room, { ...stored, aliveAtMs: Date.now() - 2000 });
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room } });
  interruptedCall?.previous.release();
});

test('a muted visitor is stored as muted, and the resumed page restores it', async () => {
  const store = new RecordingStore(storeCall());
  store.update({ muted: true });
  await store.leave();
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room, muted: true } });
  interruptedCall?.previous.release();
});

test('a restarted browser gives the call to the tab that was in it, although another tab asks first', async () => {
  storeCall();
  saveCurrentCall('chat-another');
  const otherTab = findInterruptedCall();
  await new Promise(setImmediate);
  saveCurrentCall(room);
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room }, isOffered: false });
  expect(await otherTab).toBeNull();
  interruptedCall?.previous.release();
});

test('a tab that was not in the call is offered it', async () => {
  storeCall();
  saveCurrentCall('chat-another');
  const interruptedCall = await findInterruptedCall();
  expect(interruptedCall).toMatchObject({ previous: { room }, isOffered: true });
  interruptedCall?.previous.release();
});

test.each(['over', 'deleted'] as const)(
  'a call that another tab ends meanwhile is not offered: its recording is %s',
  async (end) => {
    const stored = storeCall();
    saveCurrentCall('chat-another');
    const otherTab = findInterruptedCall();
    await new Promise(setImmediate);
    if (end === 'deleted') emptyMemory();
    else memory.recordings.set(room, { ...stored, over: true });
    expect(await otherTab).toBeNull();
    expect(await recoverAndCount()).toBe(end === 'deleted' ? 0 : 1);
  },
);

test('a recording that another tab has locked can be deleted: the receipt does not wait for that tab', async () => {
  const releaseOther = await acquireLock(recordingLock(room));
  const store = new RecordingStore(storeCall());
  await store.delete();
  expect(memory.recordings.size).toBe(0);
  releaseOther?.();
});

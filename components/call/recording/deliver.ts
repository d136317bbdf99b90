import { type Delivered, keepReceipt, noteDelivery } from '../after-call';
import {
  type KeptRecording,
  type RecordingKeeper,
  forgetRecording,
  ifNobodyHolds,
  keepRecording,
  keptRecordings,
  keptVoices,
  readRecording,
} from './outbox';
import { type RecordedFile, toFile } from './recorded-file';
import { type SendResult, type Sending, sendRecording } from './send-recording';

/** Waits between the tries of one visit: a server that restarts is back within the first few. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
const longestDelayMs = 60_000;

interface Delivery {
  send: (file: RecordedFile, sending: Sending) => Promise<SendResult>;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Sends the recording of a call that has ended, again and again for about two minutes; what the server has not
 * confirmed by then waits on the disk for the next visit. Where nothing can be kept, it is tried as long as the page is open.
 * Of a deleted call nothing is kept.
 */
export async function deliverRecording(
  file: RecordedFile,
  keeper: Pick<RecordingKeeper, 'forget' | 'leave' | 'keeps'>,
  sending: Sending = {},
  { send, wait }: Delivery = { send: sendRecording, wait: waitOrOnline },
): Promise<Delivered> {
  for (let tries = 0; ; tries++) {
    const result = await send(file, sending);
    if (sending.signal?.aborted) return { delivery: 'waiting' };
    if (result.outcome === 'sent' || result.outcome === 'deleted') {
      await keeper.forget();
      return deliveredBy(result);
    }
    console.error('The recording was not taken:', result);
    if (result.outcome === 'refused') {
      await keeper.leave();
      return { delivery: keeper.keeps ? 'refused' : 'lost' };
    }
    const waitMs = Math.max(retryDelaysMs[tries] ?? longestDelayMs, result.waitMs ?? 0);
    if (keeper.keeps && (tries === retryDelaysMs.length || waitMs > longestDelayMs)) break;
    sending.onProgress?.(null);
    await wait(waitMs, sending.signal);
    if (sending.signal?.aborted) return { delivery: 'waiting' };
  }
  await keeper.leave();
  return { delivery: 'waiting' };
}

function deliveredBy(result: Extract<SendResult, { outcome: 'sent' | 'deleted' }>): Delivered {
  if (result.outcome === 'deleted') return { delivery: 'deleted' };
  return { delivery: 'arrived', ...(result.phone && { phone: result.phone }) };
}

/** Waits, but no longer than until the network is back, or the call is deleted. */
function waitOrOnline(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}

/** A recording that was refused this often, on as many visits, will not be taken by a later one: unless it was too large. */
const mostRefusals = 3;
const oldestMs = 14 * 24 * 3600 * 1000;

/**
 * Sends what earlier visits could not: one try each, and none for a recording that a tab is making or sending.
 * Dropped are those of deleted calls, those that a server refused three times, those older than two weeks, and those without sound.
 * @param isShown whether the visitor is shown that the call of this room has arrived
 */
export async function recoverRecordings(isShown: (room: string) => boolean = () => false): Promise<void> {
  try {
    for (const recording of await keptRecordings())
      await ifNobodyHolds(recording.room, () => recover(recording, isShown)).catch((error: unknown) =>
        console.warn('A kept recording cannot be sent:', error),
      );
  } catch (error) {
    console.warn('Kept recordings cannot be read:', error);
  }
}

async function recover(kept: KeptRecording, isShown: (room: string) => boolean): Promise<void> {
  if (Date.now() - kept.startedAtMs > oldestMs) return forgetRecording(kept.room);
  const { room, phone, token, direct, mime } = kept;
  const silent = { room, phone, token, direct, mime, durationMs: 0, chunks: [] };
  const file = await withAgent(await toFile((await readRecording(room)) ?? silent), kept);
  if (file.audio.size === 0) return forgetRecording(room);
  const result = await sendRecording(file);
  if (result.outcome === 'sent' && isShown(kept.room)) showRecovered(file);
  if (result.outcome === 'sent' || result.outcome === 'deleted') {
    noteDelivery(kept.room, deliveredBy(result));
    return forgetRecording(kept.room);
  }
  if (result.outcome === 'later') return;
  console.error('A recording of an earlier visit was refused:', result.status);
  // Too large for this server as it is set up: the recording itself is fine.
  if (result.status === 413) return;
  if (kept.refusals + 1 >= mostRefusals) return forgetRecording(kept.room);
  await keepRecording({ ...kept, refusals: kept.refusals + 1 });
}

/** Adds the voices that were recorded by themselves; the visitor's alone is better than nothing. */
async function withAgent(file: RecordedFile, { startedAtMs, apart }: KeptRecording) {
  try {
    const voices = await keptVoices(file.room, Infinity);
    if (voices.length === 0) return file;
    const { AgentRecording } = await import('./agent-recording');
    const begunAtMs = startedAtMs - performance.timeOrigin;
    const { audio, durationMs } = await new AgentRecording().beside(file.audio, begunAtMs, apart, voices);
    return { ...file, audio, durationMs };
  } catch (error) {
    if (file.audio.size === 0) throw error;
    console.error('The agent’s voice could not be put beside the visitor’s:', error);
    return file;
  }
}

function showRecovered({ audio, ...call }: RecordedFile): void {
  const heard = { answersMs: [], voice: [], audioUrl: URL.createObjectURL(audio) };
  keepReceipt({ ...call, ...heard, delivery: 'arrived', sentShare: 1 });
}

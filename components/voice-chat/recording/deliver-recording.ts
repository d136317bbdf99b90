import type { Recording } from './recorder';
import type { RecordingKeeper } from './recording-keeper';
import { sendRecording, type SendResult } from './send-recording';

/** Waits between the tries of one visit: a server that restarts is back within the first few. */
export const retryDelaysMs = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];

interface Delivery {
  send: (recording: Recording) => Promise<SendResult>;
  wait: (ms: number) => Promise<void>;
}

/**
 * Sends the recording of a call that has ended, again and again for about two minutes; what the server has not
 * confirmed by then waits on the disk for the next visit.
 */
export async function deliverRecording(
  recording: Recording,
  keeper: Pick<RecordingKeeper, 'forget' | 'leave'>,
  { send, wait }: Delivery = { send: sendRecording, wait: waitOrOnline },
): Promise<void> {
  for (const delayMs of [...retryDelaysMs, null]) {
    const result = await send(recording);
    if (result.outcome === 'sent') return keeper.forget();
    console.error('The recording was not taken:', result);
    const waitMs = result.outcome === 'later' ? Math.max(delayMs ?? Infinity, result.waitMs ?? 0) : Infinity;
    if (waitMs > 60_000) break;
    await wait(waitMs);
  }
  await keeper.leave();
}

/** Waits, but no longer than until the network is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

import { log } from '../platform/log.ts';
import { deleteAbandonedUploads } from './sweep.ts';
import { drainJobs, reviveJobs, sendSweep } from './drain.ts';
import { singleton } from '../platform/singleton.ts';

/** Requests drain their own jobs at once. Polling finds jobs that fall due later or come from other processes. */
const pollMs = 2_000;
const reviveMs = 10_000;
const sweepMs = 600_000;
const spoolMs = 300_000;

const worker = singleton('worker', () => ({ isStarted: false }));

/** Drains jobs for as long as this process lives. */
export function startWorker(): void {
  if (worker.get().isStarted) return;
  worker.get().isStarted = true;
  runEvery(pollMs, drainJobs);
  runEvery(reviveMs, reviveJobs);
  runEvery(sweepMs, sendSweep);
  runEvery(spoolMs, deleteAbandonedUploads);
}

/** Runs `work` at intervals. Logs a failure once, until it succeeds again. */
function runEvery(pauseMs: number, work: () => Promise<void>): void {
  let isFailing = false;
  const run = () =>
    work().then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) log.warn('worker_failed', { work: work.name }, error);
        isFailing = true;
      },
    );
  void run();
  setInterval(run, pauseMs).unref();
}

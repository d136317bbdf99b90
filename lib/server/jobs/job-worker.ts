import { log } from '../platform/log.ts';
import { deleteAbandonedUploads } from './sweep.ts';
import { drainJobs, reviveJobs, sendSweep } from './drain.ts';
import { singleton } from '../platform/singleton.ts';

/** Requests drain their own jobs at once. Polling finds jobs that fall due later or come from other processes. */
const pollEveryMs = 2_000;
const reviveEveryMs = 10_000;
const sweepEveryMs = 600_000;
const spoolCheckEveryMs = 300_000;

const worker = singleton('worker', () => ({ isStarted: false }));

/** Drains jobs for as long as this process lives. */
export function startWorker(): void {
  if (worker.get().isStarted) return;
  worker.get().isStarted = true;
  runEvery(pollEveryMs, drainJobs);
  runEvery(reviveEveryMs, reviveJobs);
  runEvery(sweepEveryMs, sendSweep);
}

/** Deletes uploads that a killed process left on this machine's disk, also if the jobs run elsewhere. */
export function watchSpool(): void {
  runEvery(spoolCheckEveryMs, deleteAbandonedUploads);
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

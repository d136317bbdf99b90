// npm run worker: runs the jobs of web apps with JOBS=elsewhere.
import { checkEnv, exitWith } from '../lib/server/plan/check-env.ts';
import { finishJobs } from '../lib/server/jobs/drain.ts';
import { startWorker } from '../lib/server/jobs/job-worker.ts';
import { log } from '../lib/server/platform/log.ts';
import { folderRefusal } from '../lib/server/platform/storage/index.ts';
import { flushTraces, startTracing } from '../lib/server/platform/telemetry.ts';

checkEnv();
await startTracing('ovoz-worker');
const refusal = await folderRefusal();
if (refusal !== undefined) exitWith(refusal);
startWorker();
log.info('worker_started');
// The worker's own timers do not keep the process alive.
const aliveTimer = setInterval(() => undefined, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(aliveTimer);
    void finishJobs()
      .finally(flushTraces)
      .finally(() => process.exit(0));
  });

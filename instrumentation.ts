/**
 * Runs once when the server starts; a wrong setting ends the server. A long-lived server drains the queue itself, unless
 * JOBS=elsewhere. On Vercel, handlers and cron do.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkEnv, exitUnless, exitWith } = await import('./lib/server/plan/check-env');
  checkEnv();
  const { startTracing } = await import('./lib/server/platform/telemetry');
  await startTracing('ovoz-web');
  if (!process.env.VERCEL) {
    const { listenForShutdown } = await import('./lib/server/platform/shutdown');
    const { finishJobs } = await import('./lib/server/jobs/drain');
    listenForShutdown(finishJobs);
    const { guardHttpServers } = await import('./lib/server/http/guard');
    guardHttpServers();
    const { folderRefusal } = await import('./lib/server/platform/storage');
    const refusal = await folderRefusal();
    if (refusal !== undefined) exitWith(refusal);
    const { readPageScripts } = await import('./lib/server/http/page-policy');
    if (process.env.NODE_ENV === 'production') exitUnless(readPageScripts);
    const { env } = await import('./lib/server/platform/env');
    const { startWorker, watchSpool } = await import('./lib/server/jobs/job-worker');
    watchSpool();
    if (env().JOBS === 'here') startWorker();
    const { resumeFetches } = await import('./lib/server/speech/models');
    void resumeFetches();
  }
}

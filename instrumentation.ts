/**
 * Runs once as the server starts. A long-lived one works off the queue and answers for its finished pages itself; on Vercel the
 * handlers, the cron route and the edge do.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs' && !process.env.VERCEL) {
    const { startWorker } = await import('./lib/server/jobs/worker');
    startWorker();
    if (process.env.NODE_ENV === 'development') return;
    const { servePagesFirst } = await import('./lib/server/ready-pages/serve-first');
    servePagesFirst();
  }
}

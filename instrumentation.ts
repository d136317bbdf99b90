/** Runs once as the server starts: a long-lived one works off the queue. On Vercel the handlers and the cron route do. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs' && !process.env.VERCEL) {
    const { startWorker } = await import('./lib/server/jobs/worker');
    startWorker();
  }
}

import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainJobs, reviveJobs, sendSweep } from '@/lib/server/jobs/drain';

export const maxDuration = 300;

/** Leaves time to finish running jobs before the platform stops the function. */
const budgetMs = 120_000;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/cron/jobs', {
  GET: async () => {
    const until = Date.now() + budgetMs;
    await reviveJobs();
    await sendSweep();
    await drainJobs(until);
  },
});

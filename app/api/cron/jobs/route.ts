import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainJobs, reviveJobs, sendSweep } from '@/lib/server/jobs/drain';

export const maxDuration = 300;

/** Leaves time to finish running jobs before the platform stops the function. */
const startLimitMs = 120_000;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/cron/jobs', {
  GET: async () => {
    const untilMs = Date.now() + startLimitMs;
    await reviveJobs();
    await sendSweep();
    await drainJobs(untilMs);
  },
});

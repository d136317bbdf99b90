import { requireCron } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { drainJobs, reviveJobs, sendSweep } from '@/lib/server/jobs/drain';

export const maxDuration = 300;

/** Leaves time to finish what was begun before the platform stops the function. */
const budgetMs = 120_000;

export const GET = handler(async (request: Request) => {
  requireCron(request.headers);
  const until = Date.now() + budgetMs;
  await reviveJobs();
  await sendSweep();
  await drainJobs(until);
  return new Response(null, { status: 204 });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

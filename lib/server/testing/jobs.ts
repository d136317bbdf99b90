import { drainJobs } from '../jobs/drain.ts';
import { db } from '../platform/db.ts';
import { boss } from '../platform/queue.ts';

/** Makes jobs of the next ten minutes due. The deletion of an unnamed file comes a day later, so it stays scheduled. */
export async function makeJobsDue(): Promise<void> {
  await boss();
  await db().$executeRaw`
    UPDATE pgboss.job SET start_after = now()
    WHERE state < 'active' AND start_after < now() + interval '10 minutes'`;
}

/** Runs the jobs of the next ten minutes, and the jobs that these send. */
export async function runUpcomingJobs(): Promise<void> {
  await makeJobsDue();
  await drainJobs();
  await drainJobs();
}

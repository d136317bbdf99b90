import { drainJobs } from '../jobs/drain.ts';
import { db } from '../platform/db.ts';
import { boss } from '../platform/queue.ts';

/** Makes jobs due that fall due within the next ten minutes. The deletion of a file that no row names yet is a day away. */
export async function makeJobsDue(): Promise<void> {
  await boss();
  await db().$executeRaw`
    UPDATE pgboss.job SET start_after = now()
    WHERE state < 'active' AND start_after < now() + interval '10 minutes'`;
}

/** Runs the jobs of the next minutes, and those that they send. */
export async function minutesPass(): Promise<void> {
  await makeJobsDue();
  await drainJobs();
  await drainJobs();
}

// A worker that takes a lead's job, begins with it, and says so; the test then kills it.
import { db } from '../db.ts';
import { boss } from '../jobs/boss.ts';
import type { JobData } from '../jobs/queues.ts';

const client = await boss();
const [job] = await client.fetch<JobData['process-lead']>('process-lead');
if (job !== undefined)
  await db().lead.update({ where: { id: job.data.leadId }, data: { status: 'processing' } });
process.send?.('taken');
setInterval(() => undefined, 60_000);

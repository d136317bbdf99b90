import { db } from '../platform/db.ts';
import { type JobData, boss } from '../platform/queue.ts';

// A worker that takes a lead's job, begins it and reports that; the test then kills it.

const client = await boss();
const [job] = await client.fetch<JobData['process-lead']>('process-lead');
if (job !== undefined)
  await db().lead.update({ where: { id: job.data.leadId }, data: { status: 'processing' } });
process.send?.('taken');
setInterval(() => undefined, 60_000);

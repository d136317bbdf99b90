import { db } from '../platform/db.ts';
import { type JobData, boss } from '../platform/queue.ts';

// Takes a lead's job, marks the lead as processing and sends a message. The test then kills this process.

const client = await boss();
const [job] = await client.fetch<JobData['process-lead']>('process-lead');
if (job !== undefined)
  await db().lead.update({ where: { id: job.data.leadId }, data: { status: 'processing' } });
process.send?.('taken');
setInterval(() => undefined, 60_000);

import { settleCall } from '../calls/settle.ts';
import { giveUpLead, processLead } from '../leads/process-lead.ts';
import { sendNotice } from './notices.ts';
import { storage } from '../platform/storage/index.ts';
import { sweep } from './sweep.ts';
import type { JobHandler } from '../platform/attempt.ts';
import type { JobData, QueueName } from '../platform/queue.ts';

/** Job handlers by queue. */
export const handlers: { [Name in QueueName]: JobHandler<JobData[Name]> } = {
  'lead-failed': giveUpLead,
  'process-lead': processLead,
  'settle-call': settleCall,
  'send-notice': sendNotice,
  'delete-audio': ({ data }) => storage().delete(data.key),
  sweep,
};

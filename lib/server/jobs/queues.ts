import type { Queue } from 'pg-boss';
import type { NoticeChannel } from '../notices/notice.ts';

/** What each kind of job is told. Ids only: a job reads the rest when it runs, as it then is. */
export interface JobData {
  'lead-failed': { leadId: string; revision: number };
  /** deferrals: how often a vendor has already said when to come back. */
  'process-lead': { leadId: string; revision: number; deferrals?: number };
  'settle-call': { callId: string };
  'send-notice': { leadId: string; channel: NoticeChannel };
  'delete-audio': { key: string };
  sweep: Record<string, never>;
}

export type QueueName = keyof JobData;

interface QueueSettings {
  /** How many of these one process does at a time. */
  concurrency: number;
  /** heartbeatSeconds: a worker not heard of for so long is dead, and its job is done again; pg-boss takes no less than 10. */
  rules: Omit<Queue, 'name'>;
}

const hourS = 3600;
/** For what must be done in the end, however long somebody else is out of order. */
const patient = {
  retryLimit: 40,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: hourS,
  heartbeatSeconds: 20,
};
/** For what an admin waits for: given up after some minutes, and then tried again by hand. */
const prompt = { retryLimit: 4, retryDelay: 5, retryBackoff: true, retryDelayMax: 300, heartbeatSeconds: 20 };

export const queues: Record<QueueName, QueueSettings> = {
  'lead-failed': { concurrency: 1, rules: patient },
  'process-lead': { concurrency: 2, rules: { ...prompt, expireInSeconds: hourS, deadLetter: 'lead-failed' } },
  'settle-call': { concurrency: 2, rules: patient },
  'send-notice': { concurrency: 2, rules: { ...patient, retryLimit: 12 } },
  'delete-audio': { concurrency: 2, rules: patient },
  sweep: { concurrency: 1, rules: { retryLimit: 0, heartbeatSeconds: 60, expireInSeconds: hourS } },
};

/** In the order in which they are made: a queue for what failed for good comes before the queue that feeds it. */
export const queueNames: QueueName[] = [
  'lead-failed',
  'process-lead',
  'settle-call',
  'send-notice',
  'delete-audio',
  'sweep',
];

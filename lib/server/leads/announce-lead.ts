import type { Tx } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { type NoticeChannel, sendJob } from '../platform/queue.ts';
import { updateLead } from './lead-writes.ts';

/** Queues the notices of a lead in this transaction, one job per channel. Does nothing for a lead that was announced before. */
export async function announceLead(tx: Tx, leadId: string): Promise<void> {
  if (!(await updateLead(tx, leadId, { announced: true }, { announced: false }))) return;
  for (const channel of noticeChannels()) await sendJob(tx, 'send-notice', { leadId, channel });
}

function noticeChannels(): NoticeChannel[] {
  const { NOTICE_WEBHOOK_URL, TELEGRAM_BOT_TOKEN } = env();
  const channels: NoticeChannel[] = [];
  if (NOTICE_WEBHOOK_URL !== undefined) channels.push('webhook');
  if (TELEGRAM_BOT_TOKEN !== undefined) channels.push('telegram');
  return channels;
}

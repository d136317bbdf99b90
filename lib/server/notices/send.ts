import { leadSummary, type LeadSummary } from '../../contracts/leads.ts';
import { fallbackLanguage } from '../../language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { formatPhone } from '../../phone.ts';
import { fill } from '../../strings.ts';
import { db } from '../db.ts';
import { env } from '../env.ts';
import type { Attempt } from '../jobs/attempt.ts';
import type { JobData } from '../jobs/queues.ts';
import type { LeadNotice } from './notice.ts';
import { sendTelegram } from './telegram.ts';
import { sendWebhook } from './webhook.ts';

/** The job that tells one channel of a lead. A lead that was deleted meanwhile, or a channel that is no longer set up, is nobody's business. */
export async function sendNotice({ data }: Attempt<JobData['send-notice']>): Promise<void> {
  const notice = await noticeOf(data.leadId);
  if (notice === null) return;
  const settings = env();
  const { NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_SECRET: secret } = settings;
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId } = settings;
  if (data.channel === 'webhook' && url !== undefined && secret !== undefined) {
    await sendWebhook(notice, { url, secret });
  }
  if (data.channel === 'telegram' && token !== undefined && chatId !== undefined) {
    await sendTelegram(noticeText(notice), { token, chatId });
  }
}

async function noticeOf(id: string): Promise<LeadNotice | null> {
  const lead = await db().lead.findUnique({
    where: { id },
    select: { id: true, phone: true, createdAt: true, durationS: true, summary: true },
  });
  if (lead === null) return null;
  const { PUBLIC_URL } = env();
  const { ism, maqsad } = summaryOf(lead.summary);
  return {
    leadId: lead.id,
    phone: lead.phone,
    createdAt: lead.createdAt,
    durationS: lead.durationS,
    name: ism,
    goal: maqsad,
    url:
      PUBLIC_URL === undefined ? undefined : `${PUBLIC_URL.replace(/\/$/, '')}/admin/leads?lead=${lead.id}`,
  };
}

function summaryOf(text: string | null): LeadSummary {
  try {
    return leadSummary.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** The team reads one language, whatever the visitor spoke. */
function noticeText({ phone, name, goal, url }: LeadNotice): string {
  const words = messagesOf[fallbackLanguage];
  const title = fill(words.notice_new_lead, { phone: formatPhone(phone) });
  return [title, name, goal, url].filter(Boolean).join('\n');
}

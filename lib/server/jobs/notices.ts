import { createHmac } from 'node:crypto';
import { leadSummary } from '../../contracts/interview.ts';
import { fallbackLanguage } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { fill } from '../../i18n/strings.ts';
import { formatPhone } from '../../phone.ts';
import { findLeadForNotice } from '../leads/repository.ts';
import { env } from '../platform/env.ts';
import type { JobData, JobRun } from '../platform/queue.ts';
import { askVendor } from '../platform/vendor.ts';

/** The notice of a new lead: enough to call back, and a link to the rest. */
export interface LeadNotice {
  leadId: string;
  /** In the form +998901234567. */
  phone: string;
  createdAt: Date;
  durationS: number;
  name?: string;
  goal?: string;
  /** The lead's page, absent if the server does not know its own address. */
  url?: string;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Telegram's own limit for a message, in characters (Bot API, sendMessage). */
const maxChars = 4096;

/**
 * Sends a message by a Telegram bot as plain text without a link preview, so that a visitor's words cannot format it.
 * @throws VendorFault
 */
export async function sendTelegram(
  text: string,
  target: { token: string; chatId: string; apiUrl?: string },
): Promise<void> {
  const url = `${target.apiUrl ?? 'https://api.telegram.org'}/bot${target.token}/sendMessage`;
  const body = JSON.stringify({
    chat_id: target.chatId,
    // The cut may halve a surrogate pair.
    text: text.slice(0, maxChars).toWellFormed(),
    link_preview_options: { is_disabled: true },
  });
  const request = () =>
    new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await askVendor(request, { timeoutMs, maxBytes: maxAnswerBytes });
}

/**
 * Posts a new lead as JSON to the owner's address, signed by HMAC-SHA256 (docs/decisions/007-notices.md). Receivers deduplicate by
 * `Ovoz-Event`.
 * @throws VendorFault
 */
export async function sendWebhook(
  notice: LeadNotice,
  target: { url: string; secret: string; event?: 'lead.created' | 'test'; now?: number },
): Promise<void> {
  const body = JSON.stringify({ event: target.event ?? 'lead.created', lead: notice });
  const seconds = Math.floor((target.now ?? Date.now()) / 1000);
  const request = () =>
    new Request(target.url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'ovoz-event': notice.leadId,
        'ovoz-signature': `t=${seconds},v1=${signature(body, seconds, target.secret)}`,
      },
      body,
    });
  await askVendor(request, { timeoutMs, maxBytes: maxAnswerBytes });
}

function signature(body: string, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/** The job that notifies one channel of a lead. Skips a deleted lead and a channel that is no longer set up. */
export async function sendNotice({ data }: JobRun<JobData['send-notice']>): Promise<void> {
  const notice = await loadNotice(data.leadId);
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

async function loadNotice(id: string): Promise<LeadNotice | null> {
  const lead = await findLeadForNotice(id);
  if (lead === null) return null;
  const { PUBLIC_URL } = env();
  const { ism, maqsad } = leadSummary.catch({}).parse(lead.summary);
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

/** The team reads one language, independent of the visitor's. */
function noticeText({ phone, name, goal, url }: LeadNotice): string {
  const words = messagesOf[fallbackLanguage];
  const title = fill(words.notice_new_lead, { phone: formatPhone(phone) });
  return [title, name, goal, url].filter(Boolean).join('\n');
}

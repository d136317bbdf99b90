import { createHmac } from 'node:crypto';
import { askVendor } from '../vendor.ts';
import type { LeadNotice } from './notice.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;

/**
 * Posts a new lead as JSON to an address of the owner's choice. `Ovoz-Signature` is `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of
 * `<seconds>.<body>`, so that the receiver can tell that it came from here, unchanged and just now. `Ovoz-Event` is the
 * lead's id: the same one again is the same event.
 * @throws VendorFault
 */
export async function sendWebhook(
  notice: LeadNotice,
  target: { url: string; secret: string; now?: number },
): Promise<void> {
  const body = JSON.stringify({ event: 'lead.created', lead: notice });
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

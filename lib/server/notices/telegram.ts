import { askVendor } from '../vendor.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
/** Telegram's own limit for a message, in characters (Bot API, sendMessage). */
const maxChars = 4096;

/**
 * Sends a message by a Telegram bot, as plain text: what a visitor said can not become a link or a command.
 * @throws VendorFault
 */
export async function sendTelegram(
  text: string,
  target: { token: string; chatId: string; apiUrl?: string },
): Promise<void> {
  const url = `${target.apiUrl ?? 'https://api.telegram.org'}/bot${target.token}/sendMessage`;
  const body = JSON.stringify({
    chat_id: target.chatId,
    text: text.slice(0, maxChars),
    link_preview_options: { is_disabled: true },
  });
  const request = () =>
    new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await askVendor(request, { timeoutMs, maxBytes: maxAnswerBytes });
}

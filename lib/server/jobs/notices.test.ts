import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { sendTelegram, sendWebhook } from './notices';

interface ReceivedNotice {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

async function startReceiver(...statuses: number[]) {
  const received: ReceivedNotice[] = [];
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url, headers: request.headers, body });
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
  });
  onTestFinished(stop);
  return { url, received };
}

const notice = { leadId: 'a1', phone: '+998901234567', createdAt: new Date(0), durationS: 42, name: 'Aziz' };

test('a webhook is signed with the shared secret', async () => {
  const { url, received } = await startReceiver();
  await sendWebhook(notice, { url, secret: 'shared', now: 1_800_000_000_000 });
  const [sent] = received;
  const expected = createHmac('sha256', 'shared').update(`1800000000.${sent?.body}`).digest('hex');
  expect(sent?.headers['ovoz-signature']).toBe(`t=1800000000,v1=${expected}`);
  expect(sent?.headers['ovoz-event']).toBe('a1');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    event: 'lead.created',
    lead: { phone: '+998901234567' },
  });
});

test('a webhook is sent again after a server error, and never follows a redirect', async () => {
  const { url, received } = await startReceiver(500, 200);
  await sendWebhook(notice, { url, secret: 's' });
  expect(received).toHaveLength(2);
  const elsewhere = await startReceiver(302);
  await expect(sendWebhook(notice, { url: elsewhere.url, secret: 's' })).rejects.toThrow();
  expect(elsewhere.received.every(({ path }) => path === '/')).toBe(true);
});

test('a Telegram message goes to the chat as plain text, cut to what Telegram takes', async () => {
  const { url, received } = await startReceiver();
  await sendTelegram('x'.repeat(5000), { token: '1:abc', chatId: '-100', apiUrl: url });
  expect(received[0]?.path).toBe('/bot1:abc/sendMessage');
  const body = JSON.parse(received[0]?.body ?? '');
  expect(body).toMatchObject({ chat_id: '-100' });
  expect(body.text).toHaveLength(4096);
  expect(body).not.toHaveProperty('parse_mode');
});

test('a cut never leaves half an emoji in a Telegram message', async () => {
  const { url, received } = await startReceiver();
  await sendTelegram(`${'x'.repeat(4095)}😀`, { token: '1:abc', chatId: '-100', apiUrl: url });
  const { text } = JSON.parse(received[0]?.body ?? '');
  expect(text.isWellFormed()).toBe(true);
  expect(text).toHaveLength(4096);
});

test('a wrong bot token fails without a retry', async () => {
  const { url, received } = await startReceiver(401);
  await expect(sendTelegram('x', { token: 'bad', chatId: '1', apiUrl: url })).rejects.toMatchObject({
    kind: 'refused',
  });
  expect(received).toHaveLength(1);
});

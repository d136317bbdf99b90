import { recordedS } from './support/conversation.ts';
import { leadsOf } from './support/leads-of-phone.ts';
import { allPartsRun, killPart, whileFrozen } from './support/parts.ts';
import { expect, test } from './support/visitor.ts';

test.afterEach(({ request }) => allPartsRun(request));

test('the web app dies while the recording is being sent', async ({ visit, phone, request }) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 5);
  const sending = call.page.waitForRequest((asked) => asked.url().endsWith('/api/leads'));
  await call.button('end').click();
  await sending;
  killPart('web');

  expect(await recordedS(request, phone)).toBeGreaterThan(4);
});

test('the agent dies in the middle of the call', async ({ visit, phone, request }) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 5);
  killPart('agent');
  await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_agent_left, {
    timeout: 60_000,
  });
  await expect(call.panel.getByRole('timer')).toBeHidden();

  expect(await recordedS(request, phone)).toBeGreaterThan(5);
});

test('the media server dies in the middle of the call, and the call goes on', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 5);
  killPart('livekit');
  await expect(call.status).toHaveText(call.strings.voice_chat_reconnecting, { timeout: 30_000 });
  await expect(call.status).toHaveText(call.strings.voice_chat_agent_connected, { timeout: 60_000 });
  await call.ends();

  expect(await recordedS(request, phone)).toBeGreaterThan(6);
});

test('the database dies in the middle of the call, and the recording waits for it', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 5);
  killPart('postgres');
  await call.button('end').click();
  await call.button('close').click();
  await call.isClosed();

  expect(await recordedS(request, phone)).toBeGreaterThan(4);
});

test('the network goes before the end: the recording waits for it', async ({ visit, phone, request }) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 5);
  const network = call.page.context();
  await network.setOffline(true);
  const failed = call.page.waitForEvent('requestfailed', (asked) => asked.url().endsWith('/api/leads'));
  await call.button('end').click();
  await failed;
  expect((await leadsOf(request, phone)).map(({ hasAudio }) => hasAudio)).not.toContain(true);

  await network.setOffline(false);
  expect(await recordedS(request, phone)).toBeGreaterThan(4);
});

test('an agent that does not come is told to the visitor, who may call again at once', async ({
  visit,
  phone,
}) => {
  const call = await visit({ language: 'uz' });
  await whileFrozen('agent', async () => {
    await call.call(phone);
    await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_agent_missing, {
      timeout: 40_000,
    });
    await expect(call.panel.getByRole('timer')).toBeHidden();
  });
  await call.button('retry').click();
  await call.isWithAgent();
});

test('a media server that does not answer is told to the visitor', async ({ visit, phone }) => {
  const call = await visit({ language: 'ru' });
  await whileFrozen('livekit', async () => {
    await call.call(phone);
    await expect(call.status).toHaveText(call.strings.voice_chat_connection_error, { timeout: 60_000 });
    await expect(call.panel.getByRole('alert')).toHaveText(/\S/);
    await expect(call.button('retry')).toBeVisible();
  });
});

import { recordedS } from './support/conversation.ts';
import { removeAgent } from './support/leads-of-phone.ts';
import { allPartsRun, killPart } from './support/parts.ts';
import { expect, test } from './support/visitor.ts';

test.afterEach(({ request }) => allPartsRun(request));

test('the media server dies in the middle of the call, and it goes on; the database dies at its end, and the recording waits for it', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 2);
  const reconnecting = call.becomes(call.strings.voice_chat_reconnecting);
  killPart('livekit');
  await reconnecting;
  await call.isWithAgent();
  killPart('postgres');
  await call.button('end').click();
  await call.button('close').click();
  await call.isClosed();

  expect(await recordedS(request, phone)).toBeGreaterThan(3);
});

test('the agent dies in the middle of the call, and the web app while the recording is being sent', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.talks(phone, 2);
  const sending = call.page.waitForRequest((asked) => asked.url().endsWith('/api/leads'));
  killPart('agent');
  await removeAgent(phone);
  await sending;
  killPart('web');
  await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_agent_left);
  await expect(call.panel.getByRole('timer')).toBeHidden();

  expect(await recordedS(request, phone)).toBeGreaterThan(2);
});

import { recordedLengthS } from './support/conversation.ts';
import { evictDeadAgent } from './support/leads-of-phone.ts';
import { untilAllPartsRun, killPart } from './support/parts.ts';
import { expect, test } from './support/visitor.ts';

test.afterEach(({ request }) => untilAllPartsRun(request));

test('a call survives a crash of the media server, and its recording survives a crash of the database', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.callUntilClock(phone, 2);
  const reconnecting = call.untilStatus(call.strings.voice_chat_reconnecting);
  killPart('livekit');
  await reconnecting;
  await call.expectAgentConnected();
  killPart('postgres');
  await call.button('end').click();
  await call.button('close').click();
  await call.expectClosed();

  expect(await recordedLengthS(request, phone)).toBeGreaterThan(3);
});

test('the recording arrives although the agent dies during the call and the web app dies during the upload', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({ pauseS: 1 });
  await call.callUntilClock(phone, 2);
  const sending = call.page.waitForRequest((sent) => sent.url().endsWith('/api/leads'));
  killPart('agent');
  await evictDeadAgent(phone);
  await sending;
  killPart('web');
  await expect(call.panel.getByRole('alert')).toHaveText(call.strings.voice_chat_agent_left);
  await expect(call.panel.getByRole('timer')).toBeHidden();

  expect(await recordedLengthS(request, phone)).toBeGreaterThan(2);
});

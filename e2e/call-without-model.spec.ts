import { recordedLead } from './support/leads-of-phone.ts';
import { expect, saves, tells, test } from './support/product-in-conversation.ts';
import { learn, lendVoice } from './support/spoken-answers.ts';

test('without the language model the script goes on where the conversation was', async ({
  visit,
  phone,
  request,
  vendor,
}) => {
  vendor.settings.reply = () => ({
    text: 'And what is your profession?',
    calls: [saves('name', 'Anvar', 'profession')],
  });
  await learn('My name is Anvar.', 'I am a doctor.', 'Answer at night.');
  const call = await visit({ prepare: lendVoice });
  const { captions, strings } = call;
  await call.call(phone);
  await call.isWithAgent();
  await expect(captions).toContainText(strings.agent_ask_name);
  await call.hasItsTurn();
  await tells(call, vendor, 'My name is Anvar.');
  await expect(captions).toContainText('And what is your profession?');
  await call.hasItsTurn();

  vendor.settings.faults = { model: 500 };
  await tells(call, vendor, 'I am a doctor.');
  await expect(captions).toContainText(strings.agent_ask_goal);
  await call.hasItsTurn();
  await tells(call, vendor, 'Answer at night.');
  await expect(captions).toContainText(strings.agent_ask_needs);
  await call.ends();
  vendor.settings.faults = {};

  const lead = await recordedLead(request, phone);
  expect(lead.answers?.map(({ topic, value }) => [topic, value])).toEqual([
    ['name', 'Anvar'],
    ['profession', 'I am a doctor.'],
    ['goal', 'Answer at night.'],
  ]);
  const asked = lead.turns.filter(({ text }) => text?.includes(strings.agent_ask_name));
  expect(asked.length).toBeLessThanOrEqual(1);
});

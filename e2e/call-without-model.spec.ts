import { interviewPlan } from '../lib/contracts/interview.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { expect, hasItsTurn, saves, tells, test } from './support/product-in-conversation.ts';
import { learn, lendVoice } from './support/spoken-answers.ts';

/** Topics after name and profession, which the call finds out with the model and as it fails. */
const [, , ...open] = interviewPlan.parse({}).topics;

function askedIn(strings: Readonly<Record<string, string>>, topic: string): string {
  const words = strings[`agent_ask_${topic}`];
  if (words === undefined) throw new Error(`no words for the topic ${topic}`);
  return words;
}

test('without the language model the script goes on where the conversation was', async ({
  visit,
  phone,
  request,
  vendor,
}) => {
  test.setTimeout(180_000);
  vendor.settings.reply = () => ({
    text: 'Nice to meet you, Anvar. What is your profession?',
    calls: [saves('name', 'Anvar', 'profession')],
  });
  await learn('My name is Anvar.', 'I am a doctor.', 'Answer at night.');
  const call = await visit({ prepare: lendVoice });
  const { captions, strings } = call;
  await call.call(phone);
  await call.isWithAgent();
  await expect(captions).toContainText(strings.agent_ask_name);
  await hasItsTurn(call);
  await tells(call, vendor, 'My name is Anvar.');
  await expect(captions).toContainText('What is your profession?');
  await hasItsTurn(call);

  vendor.settings.faults = { model: 500 };
  await tells(call, vendor, 'I am a doctor.');
  for (const { id } of open) {
    await expect(captions).toContainText(askedIn(strings, id));
    await hasItsTurn(call);
    await tells(call, vendor, 'Answer at night.');
  }
  await expect(call.status).toHaveText(strings.voice_chat_call_ended);
  vendor.settings.faults = {};

  const lead = await recordedLead(request, phone);
  expect(lead.answers?.map(({ topic, value }) => [topic, value])).toEqual([
    ['name', 'Anvar'],
    ['profession', 'I am a doctor.'],
    ...open.map(({ id }) => [id, 'Answer at night.']),
  ]);
  const asked = lead.turns.filter(({ text }) => text?.includes(strings.agent_ask_name));
  expect(asked.length).toBeLessThanOrEqual(1);
});

import type { ChatRequest, ModelReply } from '../agent/testing/loopback-vendor.ts';
import type { LeadDetail } from '../lib/contracts/leads.ts';
import en from '../messages/en.json' with { type: 'json' };
import { alone, storedConversation } from './support/conversation.ts';
import { openRow } from './support/leads.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { expect, saves, tells, test } from './support/product-in-conversation.ts';
import { learn, lendVoice, say } from './support/spoken-answers.ts';

/** Below this a channel is silent: the voices are at -15 dB. */
const crosstalkDb = -45;

const longReply =
  'A clinic, how good. Our agent answers the phone, takes the names of your patients, finds a free hour for each, writes everything down, and the last word of this is pomegranate.';
const summary = { ism: 'Aziz', kasb: 'doctor', maqsad: 'more patients' };

/** The model's reply to each sentence of the visitor. */
const replies: Record<string, ModelReply> = {
  'What can you do?': { text: 'I answer phones. And who are you?' },
  'My name is Anvar.': {
    text: 'Nice to meet you, Anvar.',
    calls: [saves('name', 'Anvar')],
  },
  'No, sorry, my name is Aziz.': {
    text: 'Aziz, of course. What is your profession?',
    calls: [saves('name', 'Aziz')],
  },
  'Stop please, I want more patients.': {
    text: 'More patients, understood. And what should the agent do first of all?',
    calls: [saves('goal', 'more patients')],
  },
  'Answer at night.': {
    text: 'At night, noted. Anything else?',
    calls: [saves('needs', 'answer at night')],
  },
  'That is all.': {
    text: 'Goodbye, Aziz!',
    calls: [{ name: 'end_call', args: { reason: 'finished' } }],
  },
};

function model({ stream, messages }: ChatRequest): ModelReply {
  if (!stream) return { text: JSON.stringify(summary) };
  const told = String(messages.findLast(({ role }) => role === 'user')?.content);
  if (told.endsWith('I own a small clinic.'))
    return { text: longReply, calls: [saves('profession', 'doctor')] };
  return replies[told] ?? { text: 'Was that all?' };
}

test('a visitor asks back, corrects, pauses, interrupts, nods, reloads and types, and the agent follows', async ({
  visit,
  phone,
  request,
  vendor,
  page,
}) => {
  test.setTimeout(240_000);
  vendor.settings.reply = model;
  await learn('What can you do?', 'My name is Anvar.', 'No, sorry, my name is Aziz.', 'Mhm.', 'That is all.');
  await learn('I am a doctor and', 'I own a small clinic.', 'Stop please, I want more patients.');
  const call = await visit({ prepare: lendVoice });
  const { captions, strings } = call;

  let [begunAtMs, endedAtMs] = [0, 0];
  await test.step('the notice of AI and recording comes first, then a question', async () => {
    await call.call(phone);
    await call.isWithAgent();
    begunAtMs = Date.now();
    await expect(captions).toContainText('AI voice assistant');
    await expect(captions).toContainText(strings.agent_ask_name);
    await call.hasItsTurn();
  });

  await test.step('a question of the visitor is answered', async () => {
    await tells(call, vendor, 'What can you do?');
    await expect(captions).toContainText('What can you do?');
    await expect(captions).toContainText('And who are you?');
    await call.hasItsTurn();
  });

  await test.step('a correction is taken', async () => {
    await tells(call, vendor, 'My name is Anvar.');
    await expect(captions).toContainText('Nice to meet you, Anvar.');
    await tells(call, vendor, 'No, sorry, my name is Aziz.');
    await expect(captions).toContainText('Aziz, of course.');
    await call.hasItsTurn();
  });

  await test.step('a pause inside an answer is waited for', async () => {
    const [begun, whole] = ['I am a doctor and', 'I own a small clinic.'];
    vendor.settings.heard = [begun];
    const said = say(call.page, [begun, whole], 700);
    await expect(captions).toContainText(begun);
    vendor.settings.heard = [whole];
    await said;
    await expect(captions).toContainText('Our agent answers the phone,');
  });

  await test.step('the agent falls silent where it is interrupted', async () => {
    await tells(call, vendor, 'Stop please, I want more patients.');
    await expect(captions).toContainText('More patients, understood.');
  });

  await test.step('a nod does not interrupt', async () => {
    await tells(call, vendor, 'Mhm.');
    await expect(captions).toContainText('first of all?');
    await call.hasItsTurn();
  });

  await test.step('a reloaded page comes back into the same call', async () => {
    await call.page.reload();
    await call.isWithAgent();
    await expect(captions).toContainText(strings.agent_ask_needs);
    await call.hasItsTurn();
    await expect(call.panel.getByText(strings.voice_chat_recording)).toBeVisible();
  });

  await test.step('what is typed is answered by voice and text', async () => {
    await call.panel.getByRole('button', { name: strings.voice_chat_typing }).click();
    await call.panel.getByRole('textbox', { name: strings.voice_chat_type }).fill('Answer at night.');
    await call.panel.getByRole('button', { name: strings.voice_chat_send }).click();
    await expect(captions).toContainText('Anything else?');
    await call.hasItsTurn();
  });

  await test.step('the agent says goodbye and ends the call', async () => {
    await tells(call, vendor, 'That is all.');
    await expect(call.status).toHaveText(strings.voice_chat_call_ended);
    endedAtMs = Date.now();
    await expect(call.panel.getByText(strings.voice_chat_delivery_arrived)).toBeVisible();
  });
  const lead = await recordedLead(request, phone);

  await test.step('the lead has the answers, and the words of both', async () => {
    expect(lead.answers?.map(({ topic, value }) => [topic, value])).toEqual([
      ['name', 'Aziz'],
      ['profession', 'doctor'],
      ['goal', 'more patients'],
      ['needs', 'answer at night'],
    ]);
    await expect
      .poll(async () => (await recordedLead(request, phone)).processingStatus, { timeout: 30_000 })
      .toBe('completed');
    const { turns } = await recordedLead(request, phone);
    const said = (speaker: string) =>
      turns.flatMap((turn) => (turn.speaker === speaker ? (turn.text ?? []) : [])).join(' ');
    const words = ['What can you do?', 'my name is Aziz.', 'a small clinic.', 'I want more patients.'];
    for (const each of [...words, 'Answer at night.']) expect(said('visitor').split(each)).toHaveLength(2);
    for (const words of ['being recorded', 'And who are you?', 'Our agent answers', 'Goodbye, Aziz!'])
      expect(said('agent')).toContain(words);
    // It fell silent where it was interrupted, and did not speak in the visitor's pause.
    for (const words of ['pomegranate', 'Was that all?']) expect(said('agent')).not.toContain(words);
  });

  await test.step('each turn has its figures', async () => {
    const { figures }: LeadDetail = await (await request.get(`/api/leads/${lead._id}`)).json();
    const turns = figures?.turns ?? [];
    expect(turns.some(({ interrupted }) => interrupted)).toBe(true);
    const answers = turns.filter(({ engine, totalMs }) => engine === 'model' && totalMs !== undefined);
    expect(answers.length).toBeGreaterThanOrEqual(5);
    for (const { firstTokenMs, firstSoundMs, model: name } of answers) {
      expect(firstTokenMs).toBeGreaterThan(0);
      expect(firstSoundMs).toBeGreaterThan(0);
      expect(name).toBe('loopback');
    }
  });

  await test.step('all of it is seen by the admin', async () => {
    await page.goto('/en/admin/leads');
    const card = page.getByRole('article', { name: phone });
    await openRow(card);
    for (const words of ['more patients', 'my name is Aziz.', 'And who are you?'])
      await expect(card).toContainText(words);
    await card.getByText(en.leads_figures).click();
    await expect(card.getByRole('cell', { name: 'loopback' }).first()).toBeVisible();
  });

  await test.step('one recording has the whole call, each voice in its own channel', async () => {
    const { durationS, visitor, agent } = await storedConversation(request, lead);
    expect(Math.abs(durationS - (endedAtMs - begunAtMs) / 1000)).toBeLessThan(8);
    const agentAlone = alone(agent, visitor);
    const visitorAlone = alone(visitor, agent);
    expect(agentAlone.length).toBeGreaterThanOrEqual(5);
    expect(visitorAlone.length).toBeGreaterThanOrEqual(4);
    for (const stretch of agentAlone) expect(visitor.loudnessDb(stretch)).toBeLessThan(crosstalkDb);
    for (const stretch of visitorAlone) expect(agent.loudnessDb(stretch)).toBeLessThan(crosstalkDb);
  });
});

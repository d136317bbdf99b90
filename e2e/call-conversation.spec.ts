import { readFile } from 'node:fs/promises';
import { type Locator, expect } from '@playwright/test';
import type { ChatRequest, StagedReply } from '../agent/testing/loopback-vendor.ts';
import type { Lead, LeadDetail } from '../lib/contracts/leads.ts';
import en from '../messages/en.json' with { type: 'json' };
import { stretchesOfOneVoice, storedConversation } from './support/conversation.ts';
import { downloadAfter, positionS } from './support/lead-page.ts';
import { openRow, countStoredFiles } from './support/leads.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { saveAnswerCall, test, visitorSays } from './support/product-in-conversation.ts';
import { prepareSentences, replaceMicrophone, speak } from './support/spoken-answers.ts';

/** Below this level a channel is silent: the voices are at -15 dB. */
const crosstalkDb = -45;

const longReply =
  'A clinic, how good. Our agent answers the phone, takes the names of your patients, finds a free hour for each, writes everything down, and the last word of this is pomegranate.';
const summary = {
  ism: 'Aziz',
  kasb: 'doctor',
  maqsad: 'more patients',
  asosiy_mavzular: ['ovozli yordamchi'],
  ehtiyojlar: ['kuniga ming qoʻngʻiroq'],
  keyingi_qadamlar: ['ertaga qoʻngʻiroq qilish'],
};
const labels = ['Name', 'Profession', 'Goal', 'Main topics', 'Needs', 'Next steps'];
/** A request with these words asks for the summary again. */
const retryWords = 'That is not what was asked for';

/** The model's replies by the end of the visitor's message. Sentences without a reply between them are one message. */
const replies: Record<string, StagedReply> = {
  'What can you do?': { text: 'I answer phones. And who are you?' },
  'My name is Anvar.': {
    text: 'Nice to meet you, Anvar.',
    calls: [saveAnswerCall('name', 'Anvar')],
  },
  'No my name is Aziz.': {
    text: 'Aziz, of course. What is your profession?',
    calls: [saveAnswerCall('name', 'Aziz')],
  },
  'Stop please, I want more patients.': {
    text: 'More patients, understood. And what should the agent do first of all?',
    calls: [saveAnswerCall('goal', 'more patients')],
  },
  'Answer at night.': {
    text: 'At night, noted. Anything else?',
    calls: [saveAnswerCall('needs', 'answer at night')],
  },
  'That is all.': {
    text: 'Goodbye, Aziz!',
    calls: [{ name: 'end_call', args: { reason: 'finished' } }],
  },
};

function model({ stream, messages }: ChatRequest): StagedReply {
  const message = String(messages.findLast(({ role }) => role === 'user')?.content);
  if (!stream)
    return { text: message.includes(retryWords) ? JSON.stringify(summary) : 'Of course! Here it is:' };
  if (message.endsWith('I own a small clinic.'))
    return { text: longReply, calls: [saveAnswerCall('profession', 'doctor')] };
  if (message.startsWith('[The connection')) return { text: 'There you are again. What should it do first?' };
  const knownReply = Object.entries(replies).find(([words]) => message.endsWith(words));
  return knownReply?.[1] ?? { text: 'Was that all?' };
}

test('a visitor asks, corrects, pauses, interrupts, reloads and types; the operator finds, plays, saves and deletes the lead', async ({
  visit,
  phone,
  request,
  vendor,
  collector,
  product,
  page,
}) => {
  vendor.settings.reply = model;
  await prepareSentences(
    'What can you do?',
    'My name is Anvar.',
    'No my name is Aziz.',
    'Mhm.',
    'That is all.',
  );
  await prepareSentences('I am a doctor and', 'I own a small clinic.', 'Stop please, I want more patients.');
  const call = await visit({ prepare: replaceMicrophone });
  const { captions, strings } = call;
  await page.goto('/en/admin/leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  const card = page.getByRole('article', { name: phone });

  let [begunAtMs, endedAtMs] = [0, 0];
  await test.step('the notice of AI and recording comes first, then a question', async () => {
    await call.call(phone);
    await call.expectAgentConnected();
    begunAtMs = Date.now();
    await expect(captions).toContainText('an AI');
    await expect(captions).toContainText(strings.agent_ask_name);
    await call.untilVisitorsTurn();
  });

  await test.step('the agent answers a question of the visitor', async () => {
    await visitorSays(call, vendor, 'What can you do?');
    await expect(captions).toContainText('What can you do?');
    await expect(captions).toContainText('And who are you?');
    await call.untilVisitorsTurn();
  });

  await test.step('the agent accepts a correction', async () => {
    await visitorSays(call, vendor, 'My name is Anvar.');
    await expect(captions).toContainText('Nice to meet you, Anvar.');
    await visitorSays(call, vendor, 'No my name is Aziz.');
    await expect(captions).toContainText('Aziz, of course.');
    await call.untilVisitorsTurn();
  });

  await test.step('the agent waits through a pause inside an answer', async () => {
    const [beginning, ending] = ['I am a doctor and', 'I own a small clinic.'];
    vendor.settings.transcripts = [beginning];
    const speech = speak(call.page, [beginning, ending], 700);
    await expect(captions).toContainText(beginning);
    vendor.settings.transcripts = [ending];
    await speech;
    await expect(captions).toContainText('Our agent answers the phone,');
  });

  await test.step('the agent stops when the visitor interrupts', async () => {
    await visitorSays(call, vendor, 'Stop please, I want more patients.');
    await expect(captions).toContainText('More patients, understood.');
  });

  await test.step('a backchannel does not interrupt the agent', async () => {
    await visitorSays(call, vendor, 'Mhm.');
    await expect(captions).toContainText('first of all?');
    await call.untilVisitorsTurn();
  });

  await test.step('a reloaded page resumes the same call', async () => {
    await call.page.reload();
    await call.expectAgentConnected();
    await expect(captions).toContainText('There you are again.');
    await call.untilVisitorsTurn();
    await expect(call.panel.getByText(strings.voice_chat_recording)).toBeVisible();
  });

  await test.step('the agent answers a typed message by voice and text', async () => {
    await call.panel.getByRole('button', { name: strings.voice_chat_typing }).click();
    await call.panel.getByRole('textbox', { name: strings.voice_chat_type }).fill('Answer at night.');
    await call.panel.getByRole('button', { name: strings.voice_chat_send }).click();
    await expect(captions).toContainText('Anything else?');
    await call.untilVisitorsTurn();
  });

  await test.step('the agent says goodbye and ends the call', async () => {
    await visitorSays(call, vendor, 'That is all.');
    await expect(call.status).toHaveText(strings.voice_chat_call_ended);
    endedAtMs = Date.now();
    await expect(call.panel.getByText(strings.voice_chat_delivery_arrived)).toBeVisible();
  });
  const lead = await recordedLead(request, phone);

  await test.step('the lead has the answers and the words of both sides', async () => {
    expect(lead.answers?.map(({ topic, value }) => [topic, value])).toEqual([
      ['name', 'Aziz'],
      ['profession', 'doctor'],
      ['goal', 'more patients'],
      ['needs', 'answer at night'],
    ]);
    await expect.poll(async () => (await recordedLead(request, phone)).processingStatus).toBe('completed');
    const { turns } = await recordedLead(request, phone);
    const wordsOf = (speaker: string) =>
      turns.flatMap((turn) => (turn.speaker === speaker ? (turn.text ?? []) : [])).join(' ');
    const words = ['What can you do?', 'my name is Aziz.', 'a small clinic.', 'I want more patients.'];
    for (const text of [...words, 'Answer at night.']) expect(wordsOf('visitor').split(text)).toHaveLength(2);
    for (const words of ['is recorded', 'And who are you?', 'Our agent answers', 'Goodbye, Aziz!'])
      expect(wordsOf('agent')).toContain(words);
    // The agent stopped at the interruption and was silent during the visitor's pause.
    for (const words of ['pomegranate', 'Was that all?']) expect(wordsOf('agent')).not.toContain(words);
  });

  await test.step('each turn has its figures', async () => {
    const { figures }: LeadDetail = await (await request.get(`/api/leads/${lead._id}`)).json();
    const turns = figures?.turns ?? [];
    expect(turns.some(({ interrupted }) => interrupted)).toBe(true);
    const answers = turns.filter(({ engine, totalMs }) => engine === 'model' && totalMs !== undefined);
    expect(answers.length).toBeGreaterThanOrEqual(5);
    for (const { firstTokenMs, firstSoundMs, model: name } of answers) {
      expect(firstTokenMs).toBeGreaterThan(0);
      // Zero for a reply that was synthesized before the turn had ended.
      expect(firstSoundMs).toBeGreaterThanOrEqual(0);
      expect(name).toBe('loopback');
    }
  });

  await test.step('the desk shows the whole lead without a reload', async () => {
    await openRow(card);
    await expect(card.getByText('completed')).toBeVisible();
    const analysis = card.getByText('AI analysis').locator('..');
    await expect(analysis.getByRole('term')).toHaveText(labels);
    for (const value of Object.values(summary).flat()) await expect(analysis).toContainText(value);
    for (const words of ['my name is Aziz.', 'And who are you?']) await expect(card).toContainText(words);
    await expect(card.getByText('Wait for an answer')).toBeVisible();
    await expect(card.getByText('not set up')).toBeHidden();
    await card.getByText(en.leads_figures).click();
    await expect(card.getByRole('cell', { name: 'loopback' }).first()).toBeVisible();
    await card.getByText('Consent').click();
    await expect(card.getByText(/the visitor agreed to the terms of .+ \(English\)/)).toBeVisible();
  });

  await test.step('the model got the dialogue, and one more request about its wrong answer; the owner got one notice', async () => {
    const requestTexts = vendor.requests.map(({ text }) => text);
    expect(requestTexts.some((text) => text.includes('Visitor: No my name is Aziz.'))).toBe(true);
    expect(requestTexts.filter((text) => text.includes(retryWords))).toHaveLength(1);
    await expect.poll(() => collector.requests.notices).toHaveLength(1);
    expect(collector.requests.notices[0]).toContain(lead.phoneNumber);
  });

  await test.step('browser, web app, agent and job wrote one trace of the call', async () => {
    const spans = () => spansOf(collector.requests.traces, lead.roomName ?? '');
    const names = [
      'browser.token',
      'browser.first_word',
      'web.token',
      'agent.call',
      'agent.join',
      'web.claim',
    ];
    const later = ['agent.turn', 'visitor.turn', 'web.upload', 'job.hear', 'job.summarize', 'call'];
    await expect
      .poll(() => spans().map(({ name }) => name))
      .toEqual(expect.arrayContaining([...names, ...later]));
    expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1);
    // The reloaded page requested a token, too, so some names occur twice.
    const isPartOf = (name: string, parentName: string) =>
      spans().some((part) => {
        const parent = spans().find(({ spanId }) => spanId === part.parentSpanId);
        return part.name === name && parent?.name === parentName;
      });
    const innerToOuter = ['agent.join', 'agent.call', 'web.token', 'browser.token', 'call'];
    for (const [index, parentName] of innerToOuter.slice(1).entries())
      expect([parentName, isPartOf(innerToOuter[index] ?? '', parentName)]).toEqual([parentName, true]);
  });

  await test.step('one recording has the whole call, each voice in its own channel', async () => {
    const { durationS, visitor, agent } = await storedConversation(request, lead);
    expect(Math.abs(durationS - (endedAtMs - begunAtMs) / 1000)).toBeLessThan(8);
    const agentAlone = stretchesOfOneVoice(agent, visitor);
    const visitorAlone = stretchesOfOneVoice(visitor, agent);
    // On a busy machine more of the words overlap.
    for (const stretches of [agentAlone, visitorAlone]) expect(stretches.length).toBeGreaterThanOrEqual(2);
    for (const stretch of agentAlone) expect(visitor.level95Db(stretch)).toBeLessThan(crosstalkDb);
    for (const stretch of visitorAlone) expect(agent.level95Db(stretch)).toBeLessThan(crosstalkDb);
  });

  await test.step('the operator finds the lead by spoken words and by its summary, in both alphabets', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const word of ['азиз', 'clinic', "qo'ng'iroq", phone.slice(-5).replace(' ', '')]) {
      await search.fill('nobody said this');
      await expect(page.getByText('Nothing found')).toBeVisible();
      await search.fill(word);
      await expect(card).toBeVisible();
    }
    await search.clear();
    // The rows of another query are drawn anew.
    await expect(page.getByRole('button', { name: /^All\s*\d/ })).toHaveAttribute('aria-current', 'page');
  });

  await test.step('a press on the waveform plays the turn of that moment', async () => {
    const { turns } = await recordedLead(request, phone);
    const words = 'my name is Aziz.';
    const turn = turns.find(({ speaker, text }) => speaker === 'visitor' && text?.includes(words));
    if (turn === undefined) throw new Error('The visitor did not say it.');
    await pressWaveform(card, (turn.fromS + turn.toS) / 2);
    await card.getByRole('button', { name: 'Play', exact: true }).click();
    const marked = card.getByRole('listitem').and(page.locator('[aria-current]'));
    await expect(marked).toContainText(words);
    await expect.poll(() => positionS(page)).toBeGreaterThan(turn.fromS);
    await card.getByRole('button', { name: 'Pause' }).click();
  });

  await test.step('the operator downloads the lead and its subtitles', async () => {
    const downloadAll = page.getByRole('button', { name: 'Download All' });
    const download = await downloadAfter(page, () => downloadAll.click());
    const { leads }: { leads: Lead[] } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(leads.map(({ phoneNumber }) => phoneNumber)).toEqual([lead.phoneNumber]);
    expect(JSON.parse(leads[0]?.summary ?? '')).toEqual(summary);
    const subtitles = await downloadAfter(page, () =>
      card.getByRole('link', { name: 'Download the conversation as SRT' }).click(),
    );
    expect(await readFile(await subtitles.path(), 'utf8')).toContain('my name is Aziz.');
  });

  await test.step('the operator deletes the lead with its file', async () => {
    const download = await downloadAfter(page, () =>
      card.getByRole('button', { name: 'Download audio' }).click(),
    );
    const audio = await readFile(await download.path());
    expect(audio.length).toBe((await recordedLead(request, phone)).audioSize);
    expect(await countStoredFiles(audio, product.dataDir)).toBe(1);
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No leads yet')).toBeVisible();
    await expect.poll(() => countStoredFiles(audio, product.dataDir)).toBe(0);
    expect((await request.get(`/api/leads/${lead._id}/audio`)).status()).toBe(404);
  });
});

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue: string } }[];
}

/** The spans of one call that the collector has. */
function spansOf(bodies: string[], room: string): ExportedSpan[] {
  const exports: { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] }[] = bodies.map((body) =>
    JSON.parse(body),
  );
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return spans.filter(({ attributes }) => attributes.some(({ value }) => value.stringValue === room));
}

async function pressWaveform(card: Locator, atS: number): Promise<void> {
  const slider = card.getByRole('slider', { name: 'Position' });
  const box = await slider.boundingBox();
  const lengthS = Number(await slider.getAttribute('max'));
  if (box === null) throw new Error('The waveform is not drawn.');
  await slider.click({ position: { x: (box.width * atS) / lengthS, y: box.height / 4 } });
}

import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import type { Lead } from '../lib/contracts/leads.ts';
import { openRow, storedCopies } from './support/leads.ts';
import { recordedLead } from './support/leads-of-phone.ts';
import { expect, test } from './support/product-with-vendor.ts';

const summary = {
  ism: 'Aziz',
  kasb: 'dasturchi',
  maqsad: 'Qoʻngʻiroqlarga javob beradigan yordamchi',
  asosiy_mavzular: ['ovozli yordamchi'],
  ehtiyojlar: ['kuniga ming qoʻngʻiroq'],
  keyingi_qadamlar: ['ertaga qoʻngʻiroq qilish'],
};
const words = 'Mening ismim Aziz, Toshkentdan.';
const reply = 'Qaysi shaharda yashaysiz?';
const labels = ['Name', 'Profession', 'Goal', 'Main topics', 'Needs', 'Next steps'];

test('from a real call to a lead that is found, heard, saved and deleted', async ({
  visit,
  phone,
  page,
  request,
  vendor,
  product,
}) => {
  test.setTimeout(180_000);
  vendor.hears = [words];
  vendor.speaks = reply;
  vendor.says = ['Albatta! Mana xulosa:', JSON.stringify(summary)];
  await page.goto('/en/admin/leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  const card = page.getByRole('article', { name: phone });

  await test.step('a visitor speaks with the language model', async () => {
    const call = await visit({ language: 'uz', pauseS: 3 });
    await call.talks(phone, 25);
    await expect(call.captions).toContainText(words);
    await expect(call.captions).toContainText(reply);
    await call.ends();
  });

  await test.step('the lead appears by itself and is completed', async () => {
    await openRow(card);
    await expect(card.getByText('completed')).toBeVisible({ timeout: 60_000 });
    const analysis = card.getByText('AI analysis').locator('..');
    await expect(analysis.getByRole('term')).toHaveText(labels);
    for (const value of Object.values(summary).flat()) await expect(analysis).toContainText(value);
    await expect(card.getByText('Wait for an answer')).toBeVisible();
    await expect(card.getByText('not set up')).toBeHidden();
    await card.getByText('Consent').click();
    await expect(card.getByText(/the visitor agreed to the terms of .+ \(Oʻzbek\)/)).toBeVisible();
  });

  const lead = await recordedLead(request, phone);
  const answered = lead.turns.findLastIndex(({ speaker, text }) => speaker === 'visitor' && text === words);

  await test.step('the vendor was sent the visitor’s voice and the dialogue, and the owner a notice', async () => {
    expect(answered).toBeGreaterThan(0);
    for (const said of ['Assalomu alaykum', reply])
      expect(lead.turns).toContainEqual(
        expect.objectContaining({ speaker: 'agent', text: expect.stringContaining(said) }),
      );
    expect(vendor.asked.transcriptions.length).toBeGreaterThan(0);
    expect(vendor.asked.spoken[0]).toContain(words);
    expect(vendor.asked.completions[0]).toContain(`Visitor: ${words}`);
    // The first answer was no JSON: it was sent back once. A recording that comes late is a second reason to ask.
    const sentBack = vendor.asked.completions.filter((body) =>
      body.includes('That is not what was asked for'),
    );
    expect(sentBack).toHaveLength(1);
    await expect.poll(() => vendor.asked.notices).toHaveLength(1);
    expect(vendor.asked.notices[0]).toContain(lead.phoneNumber);
  });

  await test.step('browser, web app, agent and job have written one trace of it', async () => {
    const spans = () => spansOf(vendor.asked.traces, lead.roomName ?? '');
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
    const parentOf = (name: string) => {
      const parentId = spans().find((span) => span.name === name)?.parentSpanId;
      return spans().find(({ spanId }) => spanId === parentId)?.name;
    };
    expect(['agent.join', 'agent.call', 'web.token', 'browser.token'].map(parentOf)).toEqual([
      'agent.call',
      'web.token',
      'browser.token',
      'call',
    ]);
  });

  await test.step('it is found by what was said and by what was understood, in either script', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const word of ['азиз', 'toshkent', "qo'ng'iroq", phone.slice(-5).replace(' ', '')]) {
      await search.fill('nobody said this');
      await expect(page.getByText('Nothing found')).toBeVisible();
      await search.fill(word);
      await expect(card).toBeVisible();
    }
    await search.clear();
  });

  await test.step('a turn is heard from its place in the waveform', async () => {
    const turn = lead.turns[answered];
    if (turn === undefined) throw new Error('The visitor said nothing.');
    await pressWaveform(card, (turn.fromS + turn.toS) / 2);
    await card.getByRole('button', { name: 'Play', exact: true }).click();
    const marked = card.getByRole('listitem').and(page.locator('[aria-current]'));
    await expect(marked).toContainText(words);
    await expect.poll(() => placeS(page)).toBeGreaterThan(turn.fromS);
    await card.getByRole('button', { name: 'Pause' }).click();
  });

  await test.step('it is saved', async () => {
    const all = await saved(page, () => page.getByRole('button', { name: 'Download All' }).click());
    const { leads }: { leads: Lead[] } = JSON.parse(await readFile(await all.path(), 'utf8'));
    expect(leads.map(({ phoneNumber }) => phoneNumber)).toEqual([lead.phoneNumber]);
    expect(JSON.parse(leads[0]?.summary ?? '')).toEqual(summary);
    const subtitles = await saved(page, () =>
      card.getByRole('link', { name: 'Download the conversation as SRT' }).click(),
    );
    expect(await readFile(await subtitles.path(), 'utf8')).toContain(words);
  });

  await test.step('it is deleted, with its file', async () => {
    const download = await saved(page, () => card.getByRole('button', { name: 'Download audio' }).click());
    const audio = await readFile(await download.path());
    expect(audio.length).toBe(lead.audioSize);
    expect(await storedCopies(audio, product.dataDir)).toBe(1);
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No leads yet')).toBeVisible();
    await expect.poll(() => storedCopies(audio, product.dataDir)).toBe(0);
    expect((await request.get(`/api/leads/${lead._id}/audio`)).status()).toBe(404);
  });
});

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue: string } }[];
}

/** The spans of one call that the collector has. */
function spansOf(bodies: string[], room: string): Span[] {
  const sent: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }[] = bodies.map((body) =>
    JSON.parse(body),
  );
  const spans = sent.flatMap(({ resourceSpans }) =>
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

async function placeS(page: Page): Promise<number> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}

async function saved(page: Page, ask: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await ask();
  return download;
}

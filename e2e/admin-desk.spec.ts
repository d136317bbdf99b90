import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { expectAccessibleByDayAndNight } from './support/accessible.ts';
import { newPhone } from './support/api';
import { loopRecording, positionS } from './support/lead-page.ts';
import { untilDeskReady, openRow, sendLead } from './support/leads';
import { insertPastCalls } from './support/past-calls.ts';
import { expect, test } from './support/page-faults.ts';
import { waitForFrames, words } from './support/site.ts';

const recording = path.join('lib', 'server', 'audio', 'fixtures', 'two-voices.webm');
const durationS = 3;

interface KnownLead {
  id: string;
  phone: string;
}

/** Creates processed leads, and deletes them after the test. */
const it = test.extend<{ newLead: (phone?: string) => Promise<KnownLead> }>({
  newLead: async ({ request }, provide) => {
    const audio = await readFile(recording);
    const ids: string[] = [];
    await provide(async (phone = newPhone()) => {
      const id = await sendLead(request, phone, audio, durationS);
      ids.push(id);
      await expect
        .poll(async () => (await (await request.get(`/api/leads/${id}`)).json()).processingStatus)
        .toBe('completed');
      return { id, phone };
    });
    for (const id of ids) await request.delete(`/api/leads/${id}`);
  },
});

function cardOf(page: Page, { phone }: KnownLead): Locator {
  return page.getByRole('article', { name: formatPhone(phone) });
}

/** Opens a page with one lead, unaffected by other tests. */
async function openLead(page: Page, lead: KnownLead): Promise<Locator> {
  await page.goto(`/en/admin/leads?lead=${lead.id}`);
  const card = cardOf(page, lead);
  await expect(card).toBeVisible();
  await untilDeskReady(page);
  return card;
}

/** Opens a desk that lists one lead, and opens this lead by keys. */
async function openLeadByKeys(page: Page, lead: KnownLead): Promise<Locator> {
  await page.goto(`/en/admin/leads?auto=off&q=${lead.phone.slice(1)}`);
  await untilDeskReady(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  return cardOf(page, lead);
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
}

it('a new lead appears on the open desk without a reload', async ({ page, newLead }) => {
  const connected = page.waitForResponse('**/api/leads/events');
  await page.goto('/en/admin/leads');
  await connected;
  const lead = await newLead();
  await openRow(cardOf(page, lead));
  await expect(cardOf(page, lead).getByText('completed')).toBeVisible();
});

/** Replaces the notifications of the system. @returns a list to which each one is added */
async function collectNotifications(page: Page): Promise<string[]> {
  const notifications: string[] = [];
  await page.exposeFunction('showNotification', (text: string) => notifications.push(text));
  await page.addInitScript(() => {
    class FakeNotification {
      static readonly requestPermission = () => Promise.resolve('granted');
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        Reflect.get(window, 'showNotification')(`${title} ${body}`.trim());
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification });
  });
  return notifications;
}

function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Hides the leads of other tests from the desk's search for new leads. */
async function announceOnly(page: Page, phone: string): Promise<void> {
  await page.route(/\/api\/leads\?sort=newest/, (route) =>
    route.continue({ url: `${route.request().url()}&q=${phone.slice(1)}` }),
  );
}

for (const [view, filter] of [
  ['that shows it', ''],
  ['whose filter it does not match', '&mark=closed'],
])
  it(`a new lead is counted in the title of a hidden desk ${view}, and a notification announces it`, async ({
    page,
    newLead,
  }) => {
    const notifications = await collectNotifications(page);
    const phone = newPhone();
    await announceOnly(page, phone);
    await page.clock.install();
    const newestLeads = page.waitForResponse(/\/api\/leads\?sort=newest/);
    await page.goto(`/en/admin/leads?q=${phone.slice(1)}${filter}`);
    await untilDeskReady(page);
    await newestLeads;
    const { leads_notices, leads_notices_on, leads_title } = words('en');
    await page.getByRole('button', { name: leads_notices }).click();
    await expect.poll(() => notifications).toEqual([leads_notices_on]);

    await setVisibility(page, 'hidden');
    const lead = await newLead(phone);
    await expect(async () => {
      await page.clock.fastForward('01:00');
      await expect(page).toHaveTitle(`(1) ${leads_title}`, { timeout: 2_000 });
    }).toPass();
    expect(notifications).toEqual([leads_notices_on, `1 new lead ${formatPhone(phone)}`]);

    await setVisibility(page, 'visible');
    await expect(page).toHaveTitle(leads_title);
    await page.getByRole('button', { name: /^To call/ }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(phone);
    await expect(cardOf(page, lead).getByText('new', { exact: true })).toBeVisible();
  });

it('an open lead shows the present marks of the other leads of its number', async ({
  page,
  newLead,
  request,
}) => {
  const lead = await newLead();
  const otherLead = await newLead(lead.phone);
  const card = await openLead(page, lead);
  await expect(card.getByRole('link', { name: /to call$/ })).toBeVisible();
  await request.patch(`/api/leads/${otherLead.id}`, { data: { mark: 'called' } });
  await expect(card.getByRole('link', { name: /called$/ })).toBeVisible();
});

it('without events an open lead is refreshed each minute', async ({ page, newLead, request }) => {
  const lead = await newLead();
  await page.clock.install();
  await page.route('**/api/leads/events', () => undefined);
  const card = await openLead(page, lead);
  const attempts = card.getByRole('list', { name: 'Callbacks' });
  await expect(card.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await request.post(`/api/leads/${lead.id}/attempts`, { data: { outcome: 'no_answer' } });
  await expect(async () => {
    await page.clock.fastForward('01:00');
    await expect(attempts).toContainText('No answer', { timeout: 2_000 });
  }).toPass();
});

it('the operator finds a lead by its number, and the search survives a reload', async ({ page, newLead }) => {
  const lead = await newLead();
  const otherLead = await newLead();
  await page.goto('/en/admin/leads');
  await untilDeskReady(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(formatPhone(lead.phone));
  await expect(cardOf(page, otherLead)).toBeHidden();
  await expect(cardOf(page, lead)).toBeVisible();
  await expect(page).toHaveURL(/\?q=/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(formatPhone(lead.phone));
  await expect(cardOf(page, lead)).toBeVisible();

  await untilDeskReady(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('qwertyuiop');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(cardOf(page, otherLead)).toBeVisible();
  await expect(page).toHaveURL(/\/en\/admin\/leads$/);

  await test.step('an address beyond the last page shows the last page', async () => {
    await page.goto(`/en/admin/leads?q=${lead.phone.slice(1)}&page=7`);
    await expect(cardOf(page, lead)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  });
});

it('a mark and a note are saved although the page is left at once, and the operator finds the lead by them', async ({
  page,
  newLead,
}) => {
  const lead = await newLead();
  const card = await openLead(page, lead);
  await card.getByRole('combobox', { name: 'Mark' }).selectOption('called');
  await card.getByRole('textbox', { name: 'Note' }).fill('Toʻylar haqida, ertaga');
  await page.goto('/en/admin/leads?q=тўйлар');
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Filter leads' }).click();
  await page.getByRole('search').getByRole('combobox', { name: 'Mark' }).selectOption('closed');
  await expect(card).toBeHidden();
  await page.goBack();
  await expect(card).toBeVisible();
  await openLead(page, lead);
  await expect(card.getByRole('textbox', { name: 'Note' })).toHaveValue('Toʻylar haqida, ertaga');
  await expect(card.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');

  // After the session has expired, the typed text survives.
  await page.route(`**/api/leads/${lead.id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 401, json: { detail: 'x', code: 'unauthorized' } })
      : route.fallback(),
  );
  await card.getByRole('textbox', { name: 'Note' }).fill('Ertaga, 10:00');
  await expect(page.getByText(/^Failed to save/)).toBeVisible();
  await page.reload();
  await expect(card.getByRole('textbox', { name: 'Note' })).toHaveValue('Ertaga, 10:00');
});

it('a note that two operators write at once has both texts', async ({ page, newLead, request }) => {
  const lead = await newLead();
  const card = await openLead(page, lead);
  const gate = Promise.withResolvers<Route>();
  await page.route(
    (url) => url.pathname === `/api/leads/${lead.id}`,
    (route) => (route.request().method() === 'PATCH' ? gate.resolve(route) : route.fallback()),
  );
  const note = card.getByRole('textbox', { name: 'Note' });
  await note.fill('Narx');
  const mine = await gate.promise;
  await request.patch(`/api/leads/${lead.id}`, { data: { note: 'Ertaga', noteBefore: '' } });
  await mine.continue();
  await expect(page.getByText(words('en').leads_note_merged)).toBeVisible();
  await expect(note).toHaveValue('Ertaga\nNarx');
  expect(await (await request.get(`/api/leads/${lead.id}`)).json()).toMatchObject({ note: 'Ertaga\nNarx' });
});

it('a mark is sent although the counts of the views are still awaited', async ({ page, newLead }) => {
  const leads = [await newLead(), await newLead()];
  await page.goto('/en/admin/leads');
  await untilDeskReady(page);
  await page.route('**/api/admin/views', () => undefined);
  for (const lead of leads) {
    const saved = page.waitForResponse(
      (response) => response.url().endsWith(lead.id) && response.request().method() === 'PATCH',
    );
    await cardOf(page, lead).getByRole('combobox', { name: 'Mark' }).selectOption('called');
    expect((await saved).ok()).toBe(true);
  }
});

it('the desk takes back a mark that the server did not save', async ({ page, newLead }) => {
  const lead = await newLead();
  const card = await openLead(page, lead);
  const mark = card.getByRole('combobox', { name: 'Mark' });
  const gate = Promise.withResolvers<Route>();
  await page.route(`**/api/leads/${lead.id}`, (route) =>
    route.request().method() === 'PATCH' ? gate.resolve(route) : route.fallback(),
  );
  await mark.selectOption('closed');
  const request = await gate.promise;
  await expect(mark).toHaveValue('closed');
  await request.abort();
  await expect(page.getByText(/^Failed to save/)).toBeVisible();
  await expect(mark).toHaveValue('to_call');
});

it('on a wide screen a lead opens beside the list without moving it, and keys open the next lead', async ({
  page,
  newLead,
}) => {
  const { phone } = await newLead();
  await newLead(phone);
  await page.goto(`/en/admin/leads?q=${phone.slice(1)}&mark=to_call`);
  await untilDeskReady(page);
  const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  const note = (row: Locator) => row.getByRole('textbox', { name: 'Note' });
  const boundingBoxes = async () => [await first.boundingBox(), await second.boundingBox()];
  const boxesBefore = await boundingBoxes();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(note(first)).toBeInViewport();
  expect(await boundingBoxes()).toEqual(boxesBefore);
  await page.keyboard.press('j');
  await expect(note(second)).toBeInViewport();
  await expect(note(first)).toHaveCount(0);
  expect(await boundingBoxes()).toEqual(boxesBefore);

  await page.keyboard.press('n');
  await page.keyboard.type('Gilam');
  await page.keyboard.press('Escape');
  await expect(second).toBeFocused();
  await page.keyboard.press('2');
  await expect(second.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');
  // The lead stays until it is closed, although this view lists only leads to call.
  await expect(note(second)).toHaveValue('Gilam');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(first).toBeFocused();

  await page.setViewportSize({ width: 1000, height: 900 });
  await page.keyboard.press('Enter');
  await expect(note(first)).toBeVisible();
  expect((await first.boundingBox())?.height).toBeGreaterThan(300);
});

it('neither the first selected row nor a search moves the list, and the actions on the selection are in view', async ({
  page,
  newLead,
}) => {
  const lead = await newLead();
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto('/en/admin/leads?auto=off');
  await untilDeskReady(page);
  const list = page.getByRole('feed');
  const top = async () => (await list.boundingBox())?.y;
  await expect(cardOf(page, lead)).toBeVisible();
  const topBefore = await top();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Mark: called' })).toBeInViewport({ ratio: 1 });
  expect(await top()).toBe(topBefore);
  await page.keyboard.press('/');
  await page.keyboard.type(lead.phone.slice(1));
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible();
  expect(await top()).toBe(topBefore);
});

it('on a tablet and a phone the actions on the selection cover no row at the end of the list', async ({
  browser,
  newLead,
}) => {
  const lead = await newLead();
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 768, height: 900 } });
  const page = await context.newPage();
  await page.goto(`/ru/admin/leads?lead=${lead.id}`);
  const card = cardOf(page, lead);
  await card.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Удалить' }).first()).toBeInViewport({ ratio: 1 });
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 300 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const bar = await page.getByRole('button', { name: 'Отметить: закрыто' }).locator('..').boundingBox();
    const row = await card.boundingBox();
    expect(row!.y + row!.height).toBeLessThanOrEqual(bar!.y);
  }
  await context.close();
});

it('"Show all" leaves the focus at the search, and the search icon leads into the field', async ({
  page,
  newLead,
}) => {
  const lead = await newLead();
  await page.goto(`/en/admin/leads?auto=off&q=${lead.phone.slice(1)}`);
  await untilDeskReady(page);
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Show all' })).toBeHidden();
  const isFocusInSearch = () => page.evaluate(() => document.activeElement?.closest('search') !== null);
  expect(await isFocusInSearch()).toBe(true);
  await page.keyboard.press('j');
  await expect(page.getByRole('article').first()).toBeFocused();
  const icon = await page.getByRole('searchbox').locator('..').locator('svg').first().boundingBox();
  await page.mouse.click(icon!.x + 4, icon!.y + 4);
  await expect(page.getByRole('searchbox')).toBeFocused();
});

it('a closed row says that its recording could not be played', async ({ page, newLead }) => {
  const lead = await newLead();
  await page.route(`**/api/leads/${lead.id}/audio`, (route) => route.abort());
  await page.goto(`/en/admin/leads?auto=off&q=${lead.phone.slice(1)}`);
  await untilDeskReady(page);
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  const play = cardOf(page, lead).getByRole('button', { name: 'Listen to the recording' });
  await expect(play).toHaveAttribute('title', /could not be played/);
});

it('the link of a lead opens the desk with this lead only', async ({ page, newLead }) => {
  const lead = await newLead();
  await newLead();
  await page.goto('/en/admin/leads');
  await openRow(cardOf(page, lead));
  await cardOf(page, lead).getByRole('link', { name: 'Link to this lead' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(cardOf(page, lead)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('lead')).toBe(lead.id);

  // Delete must be far from Call.
  const boxOf = (target: Locator) =>
    target.boundingBox().then((box) => box ?? Promise.reject(new Error('no box')));
  const card = cardOf(page, lead);
  const call = await boxOf(card.getByRole('link', { name: 'Call', exact: true }));
  const remove = await boxOf(card.getByRole('button', { name: 'Delete' }));
  expect(remove.x - (call.x + call.width)).toBeGreaterThan(200);

  await card.getByRole('heading').getByRole('button', { expanded: true }).press('Enter');
  await expect(card.getByRole('heading').getByRole('button', { expanded: false })).toBeVisible();
});

it('the operator plays a turn by its words, seeks in the waveform, and copies and downloads the conversation', async ({
  page,
  newLead,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lead = await newLead();
  const card = await openLead(page, lead);
  await loopRecording(page);
  await card
    .getByRole('button', { name: /^Listen from 0:00/ })
    .first()
    .click();
  await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => positionS(page)).toBeGreaterThan(0.3);
  await expect(card.getByRole('listitem').and(page.locator('[aria-current]'))).toHaveCount(1);
  await card.getByRole('button', { name: 'Pause' }).click();

  const slider = card.getByRole('slider', { name: 'Position' });
  const box = await slider.boundingBox();
  if (box === null) throw new Error('The slider is not drawn.');
  const lengthS = Number(await slider.getAttribute('max'));
  await slider.click({ position: { x: box.width / 2, y: box.height / 4 } });
  await expect.poll(async () => Math.abs((await positionS(page)) - lengthS / 2)).toBeLessThan(0.15);

  await card.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The conversation was copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Visitor: ');

  for (const format of ['TXT', 'SRT', 'VTT']) {
    const downloading = page.waitForEvent('download');
    await card.getByRole('link', { name: `Download the conversation as ${format}` }).click();
    const fileName = `${lead.phone}-conversation.${format.toLowerCase()}`;
    expect((await downloading).suggestedFilename()).toBe(fileName);
  }
});

it('a press on the waveform of a row plays its recording without opening the lead, and the space key plays an opened lead', async ({
  page,
  newLead,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { phone } = await newLead();
  await page.goto(`/en/admin/leads?q=${phone.slice(1)}&mark=to_call`);
  await untilDeskReady(page);
  const row = page.getByRole('article');
  const wave = row.getByRole('button', { name: 'Listen to the recording' });
  await wave.click();
  await expect.poll(() => positionS(page)).toBeGreaterThan(0.3);
  const heading = row.getByRole('heading');
  await expect(heading.getByRole('button', { expanded: false })).toBeVisible();

  await page.reload();
  await untilDeskReady(page);
  await loopRecording(page);
  await heading.getByRole('button', { expanded: false }).click();
  await page.keyboard.press('Space');
  await expect.poll(() => positionS(page)).toBeGreaterThan(0.3);
  await expect(heading.getByRole('button', { expanded: true })).toBeVisible();

  await test.step('a key pauses a recording whose row a search has hidden', async () => {
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('qwertyuiop');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await search.blur();
    const isPaused = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused);
    expect(await isPaused()).toBe(false);
    await page.keyboard.press('Space');
    await expect.poll(isPaused).toBe(true);
  });
});

it('the operator marks, downloads and deletes selected leads together', async ({
  page,
  newLead,
  request,
}) => {
  const phone = newPhone();
  const leads = [await newLead(phone), await newLead(phone)];
  await page.goto(`/en/admin/leads?q=${phone.slice(1)}&mark=to_call`);
  await untilDeskReady(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Mark: Called' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();

  await page.goto(`/en/admin/leads?mark=called`);
  await untilDeskReady(page);
  for (const row of await cardOf(page, { id: '', phone }).all()) await row.getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(file.leads).toHaveLength(2);

  const downloadingAll = page.waitForEvent('download');
  await page.getByRole('button', { name: 'All leads as CSV' }).click();
  const table = await downloadingAll;
  expect(table.suggestedFilename()).toMatch(/^leads-\d+\.csv$/);
  expect(await readFile(await table.path(), 'utf8')).toContain(phone);

  await page.getByRole('button', { name: 'Delete' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete 2 leads?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(cardOf(page, { id: '', phone })).toHaveCount(0);
  for (const { id } of leads) expect((await request.get(`/api/leads/${id}`)).status()).toBe(404);
});

it('single keys move between leads, play, mark, call, search and open the list of shortcuts', async ({
  page,
  newLead,
}) => {
  const { phone } = await newLead();
  await newLead(phone);
  // No lead of another test matches this search.
  await page.goto(`/en/admin/leads?q=${phone.slice(1)}&mark=to_call`);
  const cards = page.getByRole('article');
  await expect(cards.nth(1)).toBeVisible();
  await untilDeskReady(page);
  await loopRecording(page);
  await page.keyboard.press('j');
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(cards.nth(1).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  const mark = cards.nth(1).getByRole('combobox', { name: 'Mark' });
  await page.keyboard.press('3');
  await expect(mark).toHaveValue('closed');
  await page.keyboard.press('1');
  await expect(mark).toHaveValue('to_call');
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('x');
  await expect(cards.nth(0).getByRole('checkbox')).toBeChecked();
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="tel:"]') : null;
      if (link === null) return;
      event.preventDefault();
      document.title = link.getAttribute('href') ?? '';
    }),
  );
  await page.keyboard.press('c');
  await expect(page).toHaveTitle(`tel:${phone}`);
  // When a row leaves the view, the next row gets the focus.
  await page.keyboard.press('2');
  await expect(cards).toHaveCount(1);
  await expect(cards.nth(0)).toBeFocused();
  await expect(cards.nth(0).getByRole('checkbox')).not.toBeChecked();
  await expect(cards.nth(0).getByRole('link', { name: 'Calls from this number: 2' })).toBeVisible();

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.press('j');
  await expect(search).toHaveValue(/^j/);
  await search.blur();

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole('checkbox', { name: 'Single-key shortcuts are on' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  // If the keys had opened a page, going back would lead there.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('insights');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/insights/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/leads/);
});

it('keys move to the note and the next action, Escape closes, and Ctrl-K finds a lead and a page', async ({
  page,
  newLead,
}) => {
  const lead = await newLead();
  await page.goto(`/en/admin/leads?auto=off&q=${encodeURIComponent(lead.phone)}`);
  await untilDeskReady(page);
  const row = cardOf(page, lead);
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('n');
  await expect(row.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('a');
  await expect(row.getByRole('button', { name: 'In an hour' })).toBeFocused();
  // Closing the lead removes the focused button.
  await page.keyboard.press('Escape');
  await expect(row.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await expect(row).toBeFocused();

  const palette = page.getByRole('dialog', { name: 'Find' });
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/admin\/insights/);
  await page.getByRole('button', { name: 'Find' }).click();
  await palette.getByRole('combobox').fill(formatPhone(lead.phone));
  await expect(palette.getByRole('option').first()).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await palette
    .getByRole('option', { name: formatPhone(lead.phone) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/leads\\?lead=`));
  // The keys act on the open lead, although its row has no focus.
  const note = row.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('set-up');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/setup/);
});

it('the operator works through two leads by keys, and a mark moves neither the list nor the focus', async ({
  page,
  newLead,
}) => {
  const { phone } = await newLead();
  await newLead(phone);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/en/admin/leads?q=${phone.slice(1)}&mark=to_call`);
  await untilDeskReady(page);
  await loopRecording(page);
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(2);
  const places = () =>
    rows.evaluateAll((elements) =>
      elements.map((row) => [row.getAttribute('data-lead'), row.getBoundingClientRect().top]),
    );
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');

  for (const leadCount of [2, 1]) {
    const placesBefore = await places();
    const row = rows.first();
    await expect(row.getByRole('textbox', { name: 'Note' })).toBeInViewport();
    await page.keyboard.press('Space');
    await expect(row.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
    await page.keyboard.press('Space');

    await page.keyboard.press('o');
    await expect(row.getByRole('button', { name: 'Reached' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('list', { name: 'Callbacks' })).toContainText('No answer');

    await page.keyboard.press('a');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('textbox', { name: 'What to do' })).toBeFocused();
    await page.keyboard.type('Prices');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: 'Done' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(row.getByRole('button', { name: 'Done' })).toBeFocused();

    await page.keyboard.press('n');
    await page.keyboard.type('Gilam');
    await page.keyboard.press('Escape');
    const listed = page.waitForResponse(/\/api\/leads\?q=/);
    await page.keyboard.press('2');
    await listed;
    await expect(row.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');
    await expect(row).toBeFocused();
    // The page draws the list that has arrived.
    await waitForFrames(page, 2);
    expect(await places()).toEqual(placesBefore);

    // The marked lead leaves this view as the next one opens in its place.
    if (leadCount === 1) continue;
    await page.keyboard.press('j');
    await expect(rows).toHaveCount(leadCount - 1);
    await expect(rows.first()).toBeFocused();
    await expect(rows.first()).toHaveAttribute('data-open', 'true');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

it('a list that was requested before a change does not bring the old state back', async ({
  page,
  newLead,
}) => {
  const row = await openLeadByKeys(page, await newLead());
  await expect(row.getByRole('textbox', { name: 'Note' })).toBeInViewport();
  const [answered, released, delivered] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const holdAnswer = async (route: Route) => {
    const response = await route.fetch();
    answered?.resolve();
    await released?.promise;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
    delivered?.resolve();
  };
  await page.route(/\/api\/leads\?q=/, holdAnswer, { times: 1 });
  await page.keyboard.press('2');
  await answered?.promise;
  await page.keyboard.press('a');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Prices');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Done' })).toBeVisible();
  released?.resolve();
  await delivered?.promise;

  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.type('Gilam');
  await page.keyboard.press('Escape');
  await saved;
  await page.keyboard.press('a');
  await expect(row.getByRole('button', { name: 'Done' })).toBeFocused();
});

it('keys and Ctrl-K copy and mark the open lead, ask before they delete it, and change the speed of its player', async ({
  page,
  context,
  newLead,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lead = await newLead();
  const row = await openLeadByKeys(page, lead);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('y');
  await expect.poll(copied).toBe(lead.phone);
  await expect(page.getByText(`Copied: ${lead.phone}`)).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('-');
  await expect(row.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25');

  const palette = page.getByRole('dialog', { name: 'Find' });
  const act = async (action: string) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(action);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  await act('copy the link');
  await expect.poll(copied).toContain(`/en/admin/leads?lead=${lead.id}`);
  await act('mark: called');
  await expect(row.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');
  await act('keyboard');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this lead?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await act('delete');
  await expect(question).toBeVisible();
});

it('Ctrl-K says that nothing is found only once the server has answered', async ({ page }) => {
  await page.goto('/en/admin/leads?auto=off');
  await untilDeskReady(page);
  const gate = Promise.withResolvers<Route>();
  await page.route(/\/api\/leads\?q=qwertyuiop/, (route) => gate.resolve(route));
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find' });
  await palette.getByRole('combobox').fill('qwertyuiop');
  const request = await gate.promise;
  await expect(palette.getByRole('option')).toHaveCount(0);
  await expect(palette.getByRole('status')).toHaveCount(0);
  await request.fallback();
  await expect(palette.getByRole('status')).toHaveText('Nothing found');
});

it('Ctrl-K says that the leads could not be searched', async ({ page }) => {
  await page.goto('/en/admin/insights');
  await page.route(/\/api\/leads\?q=qwertyuiop/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Find' }).click();
  const palette = page.getByRole('dialog', { name: 'Find' });
  await palette.getByRole('combobox').fill('qwertyuiop');
  await expect(palette.getByRole('alert')).toHaveText(
    'The leads could not be searched. Try again in a moment.',
  );
});

it('Ctrl-K shows a found lead with the name of its visitor', async ({ page, newLead }) => {
  const { id } = await newLead();
  await page.route(/\/api\/leads\?q=Dilnavoz/, async (route) => {
    const lead = await (await page.request.get(`/api/leads/${id}`)).json();
    await route.fulfill({ json: { leads: [{ ...lead, summary: '{"ism":"Dilnavoz"}' }], total: 1 } });
  });
  await page.goto('/en/admin/insights');
  await page.getByRole('button', { name: 'Find' }).click();
  const palette = page.getByRole('dialog', { name: 'Find' });
  await palette.getByRole('combobox').fill('Dilnavoz');
  await palette.getByRole('option', { name: 'Dilnavoz' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/leads\\?lead=${id}$`));
});

it('by keyboard alone the operator saves a view, plans and marks a lead, and opens the leads to call', async ({
  page,
  newLead,
}) => {
  const lead = await newLead();
  await page.goto('/en/admin/leads?auto=off');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await untilDeskReady(page);
  await page.keyboard.press('/');
  await page.keyboard.type(formatPhone(lead.phone));
  const row = cardOf(page, lead);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(search).not.toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Save this view' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type(lead.id);
  await page.keyboard.press('Enter');
  const ownView = page.getByRole('button', { name: new RegExp(`^${lead.id}\\s*1$`) });
  await expect(ownView).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');

  await tabTo(page, row.getByRole('button', { name: 'Tomorrow, 10:00' }));
  await page.keyboard.press('Enter');
  await tabTo(page, row.getByRole('textbox', { name: 'What to do' }));
  await page.keyboard.type('Prices');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Done' })).toBeVisible();
  await tabTo(page, row.getByRole('button', { name: 'No answer' }));
  await page.keyboard.press('Enter');
  await expect(row.getByRole('list', { name: 'Callbacks' })).toContainText('No answer');
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/leads/${lead.id}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press('2');
  await expect(row.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');
  const toCall = page.getByRole('button', { name: /^To call/ });
  await toCall.press('Enter');
  await expect(toCall).toHaveAttribute('aria-current', 'page');
  release.resolve();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: `Delete the view “${lead.id}”` }).press('Enter');
  await expect(ownView).toBeHidden();
});

it('from 768 px a row with every chip shows the whole name', async ({ page, request }) => {
  const name = 'Muhammadali';
  const { ids, remove } = await insertPastCalls([{ day: '2025-03-05', end: 'visitor_left', name }]);
  const [id] = ids;
  await request.patch(`/api/leads/${id}`, { data: { nextAt: '2025-03-06T10:00:00.000Z' } });
  await request.post(`/api/leads/${id}/attempts`, { data: { outcome: 'busy' } });
  await page.goto(`/en/admin/leads?lead=${id}`);
  for (const width of [768, 1000, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const nameText = page.getByRole('article').getByText(name, { exact: true }).first();
    await expect(nameText).toBeVisible();
    expect(await nameText.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await remove();
});

it('the bar of the office has one line on a tablet, and shows the tab of the current page on a narrow phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/ru/admin/setup');
  const tab = page.getByRole('link', { name: 'Настройка' });
  await expect(tab).toBeVisible();
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(64);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.reload();
  await expect(tab).toBeInViewport({ ratio: 0.9 });
});

it('on a phone the controls of a lead are at least 44 px high, and a call back leaves the row open', async ({
  page,
  newLead,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const lead = await newLead();
  await page.goto(`/en/admin/leads?q=${lead.phone.slice(1)}&mark=to_call`);
  const row = cardOf(page, lead);
  await openRow(row);
  for (const target of [
    row.getByRole('link', { name: /^Call \+998/ }),
    row.getByRole('button', { name: 'Reached' }),
    row.getByRole('button', { name: 'Delete' }),
    row.getByRole('combobox', { name: 'Mark' }),
    row.getByRole('textbox', { name: 'Note' }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // A change of an open row must not move it while somebody writes in it.
  await row.getByRole('textbox', { name: 'What to do' }).fill('Prices');
  await row.getByRole('button', { name: 'Reached' }).click();
  await expect(row.getByRole('combobox', { name: 'Mark' })).toHaveValue('called');
  await expect(row.getByRole('list', { name: 'Callbacks' })).toContainText('Reached');
  await expect(row.getByRole('textbox', { name: 'What to do' })).toHaveValue('Prices');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await row.getByRole('heading').getByRole('button', { expanded: true }).click();
  await expect(row).toBeHidden();
});

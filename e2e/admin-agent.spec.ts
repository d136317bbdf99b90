import { type APIRequestContext, type Browser, type Page, mergeTests } from '@playwright/test';
import { draftOf } from '../lib/contracts/agent-plan.ts';
import { interviewPlan } from '../lib/contracts/interview.ts';
import type { OwnerVoiceState } from '../lib/contracts/owner-voice.ts';
import { messagesOf } from '../lib/i18n/messages.ts';
import { expectAccessible, expectAccessibleByDayAndNight } from './support/accessible.ts';
import { expect, test as policyTest } from './support/page-faults.ts';
import { test as speechTest } from './support/speech-vendors.ts';
import { recordingFile } from './support/stt-demo.ts';
import { startWebApp } from './support/web-app.ts';

const test = mergeTests(policyTest, speechTest);

const api = '/api/admin/agent';
const builtIn = draftOf(interviewPlan.parse({}));

/** Saves this draft; with `author`, publishes it. */
async function saveDraft(request: APIRequestContext, plan: object, author?: string): Promise<void> {
  const { draft } = await (await request.get(api)).json();
  const answer = await request.patch(api, { data: { revision: draft.revision, plan } });
  const { revision } = await answer.json();
  if (author !== undefined) await request.post(api, { data: { revision, author } });
  else expect(answer.status()).toBe(200);
}

async function discard(request: APIRequestContext): Promise<void> {
  const { draft } = await (await request.get(api)).json();
  await request.delete(api, { data: { revision: draft.revision } });
}

// Restores the built-in plan for the calls of other tests.
test.afterAll(async ({ request }) => saveDraft(request, builtIn, 'The tests'));
test.beforeEach(({ request }) => discard(request));

const business = (page: Page) => page.getByRole('textbox', { name: 'The business' });
const status = (page: Page) => page.getByRole('region', { name: 'Draft' }).getByRole('status').first();

async function open(page: Page): Promise<void> {
  await page.goto('/en/admin/agent');
  await expect(business(page)).toBeVisible();
}

test('by keyboard: the owner edits a plan, reloads, publishes it with a name, and restores the version before', async ({
  page,
  request,
}) => {
  await saveDraft(request, { ...builtIn, business: 'We sell tea.' }, 'Aziza');
  await open(page);
  await expect(page.getByText(/^In use: version \d+, Aziza/)).toBeVisible();
  const teaVersion = (await (await request.get(api)).json()).versions[0].number;

  await test.step('a draft is saved, finished or not', async () => {
    await business(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('We sell carpets.');
    await page.getByRole('button', { name: 'Add a topic' }).press('Enter');
    await expect(status(page)).toContainText('The draft is saved. To be finished before publishing: 1.');
    await page.reload();
    await expect(business(page)).toHaveValue('We sell carpets.');
    const topic = page.getByRole('group', { name: 'Topic 5' });
    await expect(topic.getByRole('textbox', { name: 'What to find out' })).toHaveAccessibleDescription(
      'Please fill this in.',
    );
    await topic.getByRole('textbox', { name: 'What to find out' }).focus();
    await page.keyboard.type('the size of the carpet');
    // Without a language model, the fields for a new question's words are visible.
    await topic.getByRole('textbox', { name: 'Question · English' }).focus();
    await page.keyboard.type('How large is it?');
    await expect(status(page)).toHaveText('The draft is saved.');
  });

  await test.step('the changes are shown before publishing', async () => {
    await page.getByRole('button', { name: 'Publish…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'What changes for visitors' });
    await expect(dialog.getByRole('deletion').first()).toContainText('tea');
    await expect(dialog.getByRole('insertion').first()).toContainText('carpets');
    await expect(dialog).toContainText('How large is it?');
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Botir');
    await dialog.getByRole('textbox', { name: 'What is new' }).fill('Carpets');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`In use: version ${teaVersion + 1}, Botir`)).toBeVisible();
    await expect(status(page)).toHaveText('Nothing is being edited.');
  });

  await test.step('the version before is restored', async () => {
    await page.getByRole('button', { name: `What changed in version ${teaVersion + 1}` }).press('Enter');
    await expect(page.getByRole('insertion').first()).toContainText('carpets');
    await page.getByRole('button', { name: `Back to version ${teaVersion}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Back to version ${teaVersion}` });
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Botir');
    await page.route(`**/api/admin/agent/versions/${teaVersion}`, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Back to it' }).press('Enter');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Back to it' }).press('Enter');
    await expect(page.getByText(`In use: version ${teaVersion + 2}, Botir`)).toBeVisible();
    await expect(page.getByText(`as version ${teaVersion}`)).toBeVisible();
    await expect(business(page)).toHaveValue('We sell tea.');
  });
});

test('a tab shows the changes of another tab before it overwrites them', async ({ page, context }) => {
  // Blocks this tab's events, so that only its own save shows the conflict.
  await page.route('**/api/admin/agent/events', () => undefined);
  await open(page);
  const otherTab = await context.newPage();
  await open(otherTab);
  await business(otherTab).fill('Written there.');
  await expect(status(otherTab)).toContainText('The draft is saved.');
  await business(page).fill('Written here.');
  const alert = page.getByRole('alert').filter({ hasText: 'The draft was changed elsewhere' });
  await expect(alert.getByRole('deletion').first()).toContainText('there');
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await expect(alert).toBeHidden();
  await expect(status(page)).toContainText('The draft is saved.');
  // A tab without changes follows the other one.
  await otherTab.bringToFront();
  await expect(business(otherTab)).toHaveValue('Written here.');
});

test('the owner loses no words when the web app is killed, the page reloaded or the tab closed', async ({
  page,
  context,
}) => {
  const local = { ADMIN_WITHOUT_PASSWORD: 'local' };
  const firstApp = await startWebApp(local);
  await page.goto(`${firstApp.url}/en/admin/agent`);
  await business(page).fill('Before the crash.');
  await expect(status(page)).toContainText('The draft is saved.');
  await firstApp.kill();
  await business(page).fill('While it is away.');
  await expect(status(page)).toContainText('Not saved yet');
  const secondApp = await startWebApp(local, firstApp.port);
  await expect(status(page)).toContainText('The draft is saved.');
  await page.reload();
  await expect(business(page)).toHaveValue('While it is away.');

  // The tab closes before the changes are saved; the next one offers them.
  await page.route(`**${api}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await business(page).fill('The last words.');
  await expect(status(page)).toContainText('Not saved yet');
  const nextTab = await context.newPage();
  await page.close();
  await nextTab.goto(`${secondApp.url}/en/admin/agent`);
  const recovery = nextTab.getByRole('region', { name: 'Your last changes had not reached the server' });
  await expect(recovery.getByRole('insertion').first()).toContainText('The');
  await expectAccessible(nextTab);
  await recovery.getByRole('button', { name: 'Restore them' }).click();
  await expect(status(nextTab)).toContainText('The draft is saved.');
  await expect(business(nextTab)).toHaveValue('The last words.');
  await secondApp.kill();
});

test('the owner talks to the draft by voice and by text, and the trial makes no lead', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['microphone']);
  const greeting = { en: 'Welcome to the carpet shop.' };
  await saveDraft(request, { ...builtIn, greeting, languages: ['en'] });
  await open(page);
  await page.getByRole('button', { name: 'Talk to the draft' }).click();
  const trial = page.getByRole('region', { name: 'Talk to the draft' });
  await test.step('the trial is beside the form', async () => {
    const [form, trialBox] = [await business(page).boundingBox(), await trial.boundingBox()];
    if (!form || !trialBox) throw new Error('The trial is closed.');
    expect(trialBox.x).toBeGreaterThanOrEqual(form.x + form.width);
    await expect(trial).toBeInViewport({ ratio: 1 });
  });
  await trial.getByRole('button', { name: 'Call' }).click();
  await expect(trial.getByRole('list')).toContainText('Welcome to the carpet shop.');
  // An answer counts only after its question.
  await expect(trial.getByRole('list')).toContainText(messagesOf.en.agent_ask_name);
  await trial.getByRole('textbox', { name: 'Or type an answer' }).fill('Nodira');
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('list')).toContainText('Nice to meet you!');
  await trial.getByRole('button', { name: 'Hang up' }).click();
  await expect(trial.getByRole('status')).toHaveText('The call is over.');
  // A trial sets no cooldown and makes no lead.
  await expect(trial.getByRole('button', { name: 'Call' })).toBeEnabled();

  await context.clearPermissions();
  await trial.getByRole('button', { name: 'Type', exact: true }).click();
  await expect(trial.getByRole('list')).toContainText(messagesOf.en.agent_ask_name);
  await trial.getByRole('textbox', { name: 'Or type an answer' }).fill('Nodira');
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('list')).toContainText('Nice to meet you!');
  await trial.getByRole('button', { name: 'Hang up' }).click();
  const { leads } = await (await request.get('/api/leads')).json();
  expect(JSON.stringify(leads)).not.toContain('carpet shop');
});

test('one press plays a sentence of the plan, and another one stops it', async ({ page }) => {
  await open(page);
  const hear = page.getByRole('button', { name: 'Hear: Notice' });
  const soundAnswer = page.waitForResponse('**/api/tts/stream?*');
  await hear.click();
  expect((await soundAnswer).status()).toBe(200);
  expect(new URL((await soundAnswer).url()).searchParams.get('language')).toBe('en');
  await expect(hear).toHaveAttribute('aria-pressed', 'true');
  await hear.click();
  await expect(hear).toHaveAttribute('aria-pressed', 'false');
});

test.describe('the owner’s voice', () => {
  const voiceApi = `${api}/voice`;
  const [topic] = builtIn.topics;
  /** No call of another test asks this question. */
  const topics = [{ ...topic, ask: { en: 'What do they call you?' } }];
  const draft = { ...builtIn, name: 'Nilufar', topics, languages: ['en'] };
  const notice = 'Hello, I’m Nilufar, an AI. This call is recorded.';

  async function recordedSentences(request: APIRequestContext): Promise<OwnerVoiceState['sentences']> {
    const { sentences }: OwnerVoiceState = await (await request.get(voiceApi)).json();
    return sentences.filter(({ recording }) => recording !== null);
  }

  test.beforeEach(async ({ request }) => {
    await saveDraft(request, draft);
    expect(await recordedSentences(request)).toEqual([]);
  });
  test.afterEach(async ({ request }) => {
    for (const { recording } of await recordedSentences(request))
      await request.delete(`${voiceApi}/${recording?.id}`);
  });

  /** Opens the dialog that records the sentences one after another. */
  async function openRecorder(browser: Browser, baseURL: string | undefined) {
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto('/en/admin/agent');
    const open = page.getByRole('button', { name: 'Record: English' });
    await open.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Record: English' });
    await expect(dialog).toContainText('Sentence 1 of');
    await expect(dialog).toContainText(notice);
    return {
      page,
      open,
      dialog,
      status: dialog.getByRole('status'),
      button: (name: string) => dialog.getByRole('button', { name, exact: true }),
      level: () =>
        dialog.getByRole('meter', { name: 'Loudness' }).evaluate((meter: HTMLMeterElement) => meter.value),
      close: () => context.close(),
    };
  }

  test('is recorded by keyboard, sentence after sentence', async ({ browserWith, baseURL, request }) => {
    const { page, open, dialog, status, button, level, close } = await openRecorder(
      await browserWith('speaks'),
      baseURL,
    );
    await expectAccessible(page);
    for (const number of [1, 2]) {
      await expect(dialog).toContainText(`Sentence ${number} of`);
      await expect(button('Record')).toBeFocused();
      await page.keyboard.press('Space');
      await expect(status).toContainText('Recording.');
      let loudCount = 0;
      const countLoudLevels = async () => (loudCount += Number((await level()) > 0.2));
      await expect.poll(countLoudLevels, { intervals: [100] }).toBeGreaterThan(8);
      await page.keyboard.press('Space');
      await expect(button('Keep')).toBeVisible();
      await page.keyboard.press('Enter');
    }
    await expect(dialog).toContainText('Sentence 3 of');
    const sentences = await recordedSentences(request);
    expect(sentences.map(({ text }) => text)).toEqual([notice, 'What do they call you?']);
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
    await expect(page.getByText(/^2 of \d+ recorded$/)).toBeVisible();
    await close();
  });

  test('is uploaded as a file, played from the list and deleted', async ({
    browserWith,
    baseURL,
    request,
  }) => {
    const { page, dialog, button, close } = await openRecorder(await browserWith('silent'), baseURL);
    await dialog.getByLabel('Choose a file').setInputFiles(recordingFile('voice.mp3'));
    await button('Keep').click();
    await expect(dialog).toContainText('Sentence 2 of');
    await expect(button('Record')).toBeFocused();
    await button('Close').click();

    await page.getByText('All sentences').click();
    const row = page.getByRole('listitem').filter({ hasText: 'In your voice' }).last();
    const played = page.waitForResponse(`**${voiceApi}/*`);
    await row.getByRole('button', { name: /^Hear/ }).click();
    expect((await played).headers()['content-type']).toBe('audio/wav');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await row.getByRole('button', { name: /^Really delete/ }).click();
    await expect(page.getByText(/^0 of \d+ recorded$/)).toBeVisible();
    expect(await recordedSentences(request)).toEqual([]);
    await close();
  });

  test('is not accepted if it is silent', async ({ browserWith, baseURL, request }) => {
    const { status, button, close } = await openRecorder(await browserWith('silent'), baseURL);
    await button('Record').click();
    await expect(status).toContainText('Recording.');
    await button('Stop').click();
    await expect(status).toHaveText('No voice was heard in it. Try again.');
    expect(await recordedSentences(request)).toEqual([]);
    await close();
  });

  test('can be a file if the browser refuses the microphone', async ({ browserWith, baseURL }) => {
    const { dialog, status, button, close } = await openRecorder(await browserWith('denied'), baseURL);
    await button('Record').click();
    await expect(status).toContainText('The browser is blocking the microphone.');
    await expect(dialog.getByText('Choose a file')).toBeVisible();
    await close();
  });
});

function cutPlaceholders(fields: HTMLElement[]): string[] {
  const cut = fields.filter((field) => field.scrollHeight > field.clientHeight + 1);
  return cut.map((field) => field.getAttribute('placeholder') ?? '');
}

test('on a phone the page of the agent fits in three languages, and the owner publishes', async ({
  page,
  request,
}) => {
  await saveDraft(request, {
    ...builtIn,
    faq: [{ question: 'Qachon?', answer: 'Doim.' }],
    criteria: ['Xushmuomala'],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, title] of [
    ['/admin/agent', 'Biznes haqida'],
    ['/ru/admin/agent', 'О бизнесе'],
    ['/en/admin/agent', 'The business'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: title })).toBeVisible();
    await expect(page.getByText(path.startsWith('/en') ? '50,000' : '50 000')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    for (const topic of await page.locator('summary', { hasText: /^[1-4]/ }).all()) await topic.click();
    await expect(page.locator('details[open] textarea')).toHaveCount(40);
    expect(await page.getByRole('textbox').evaluateAll(cutPlaceholders)).toEqual([]);
  }
  await expectAccessibleByDayAndNight(page);
  for (const target of [
    page.getByRole('button', { name: 'Talk to the draft' }),
    page.getByRole('button', { name: 'Publish…' }),
    page.getByRole('button', { name: 'Add a question' }),
    page.getByRole('textbox', { name: 'Question 1' }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await test.step('the owner edits and publishes', async () => {
    await business(page).fill('We sell from a phone.');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'What changes for visitors' });
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Botir');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeFocused();
    await expect(status(page)).toHaveText('Nothing is being edited.');
    await expect(page.getByText(/^In use: version \d+, Botir/)).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { messagesOf } from '../lib/i18n/messages.ts';
import { wavFile } from '../lib/wav.ts';
import { expectAccessibleByDayAndNight } from './support/accessible.ts';
import { CallPanel } from './support/call-panel.ts';
import { expect, openHome, readShift, test, watchShift, words } from './support/site.ts';

const lines = { agent: 'What is your name?', visitor: 'I am Dilnoza.' };
const lengthS = 30;

/** Simulates a server with an English sample, a plain tone. */
async function serveSample(page: Page): Promise<void> {
  const tone = Int16Array.from({ length: lengthS * 16_000 }, (_, at) => 9000 * Math.sin(at / 6));
  await page.route('**/api/site', async (route) => {
    const facts = await (await route.fetch()).json();
    await route.fulfill({ json: { ...facts, samples: ['en'] } });
  });
  await page.route('**/api/sample/en', (route) =>
    route.fulfill({
      json: {
        captions: [
          { speaker: 'agent', text: lines.agent, fromS: 0, toS: 1 },
          { speaker: 'visitor', text: lines.visitor, fromS: 1, toS: lengthS },
        ],
      },
    }),
  );
  await page.route('**/api/sample/en/audio', (route) =>
    route.fulfill({ contentType: 'audio/wav', body: Buffer.from(wavFile(tone)) }),
  );
}

test('the visitor plays the sample conversation with its words, and a call stops it; a media key does not resume it', async ({
  page,
}) => {
  const w = words('en');
  await serveSample(page);
  await watchShift(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page, 'en');
  await page.getByRole('button', { name: w.hero_listen }).click();
  const captions = page.getByRole('region', { name: w.hero_listen_words });
  await expect(captions).toHaveText(lines.visitor);
  expect(await readShift(page)).toBe(0);
  await expectAccessibleByDayAndNight(page, '#call');
  const stop = page.getByRole('button', { name: w.hero_listen_stop, exact: true });
  await page.route('**/api/get-token', () => undefined);
  await new CallPanel(page, 'en').call('+998 90 123 45 67');
  await expect(stop).toBeHidden();
  await expect(captions).toBeHidden();
  await expect(page.getByRole('button', { name: w.hero_listen })).toHaveCSS('opacity', '0');
  /** Does to the element what the browser does on a media key. */
  const pressPlayKey = () =>
    page.locator('audio[src*="/api/sample/"]').evaluate(async (audio) => {
      if (!(audio instanceof HTMLAudioElement)) return null;
      await audio.play().catch(() => undefined);
      return audio.paused;
    });
  expect(await pressPlayKey()).toBe(true);
});

test('without a sample there is no button to listen', async ({ page }) => {
  const contact = { name: 'Aziza Karimova' };
  await page.route('**/api/site', async (route) => {
    const facts = await (await route.fetch()).json();
    await route.fulfill({ json: { ...facts, contact } });
  });
  await openHome(page, 'en');
  // The page has the server's facts once it shows the contact person.
  await expect(page.getByText(contact.name)).toBeVisible();
  await expect(page.getByRole('button', { name: messagesOf.en.hero_listen })).toHaveCount(0);
});

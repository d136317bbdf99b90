import { chromium, expect } from '@playwright/test';
import { browserOptions } from '../../browser.ts';
import en from '../../../messages/en.json' with { type: 'json' };

/** Waits until the call's clock shows this many seconds. */
export type CallLasts = (seconds: number) => Promise<void>;

/** Holds a call on a deployment in a browser, whose microphone plays the WAV file; returns violations of the page's policy. */
export async function holdCall(
  url: string,
  talk: (lasts: CallLasts) => Promise<void>,
  { phone = '+998 90 123 45 67', wav }: { phone?: string; wav?: string } = {},
): Promise<string[]> {
  await using browser = await chromium.launch(browserOptions({ wav }));
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto(`${url}/en`);
  await page.getByRole('button', { name: en.hero_call }).click();
  await page.getByRole('textbox', { name: en.phone_label }).fill(phone);
  await page.getByRole('button', { name: en.phone_submit }).click();
  const panel = page.getByRole('dialog', { name: en.voice_chat_title });
  const withAgent = () =>
    expect(panel.getByRole('status')).toHaveText(en.voice_chat_agent_connected, { timeout: 60_000 });
  await withAgent();
  await talk(async (seconds) => {
    const clock = panel.getByRole('timer');
    await expect
      .poll(async () => Number((await clock.textContent())?.split(':')[1]), {
        timeout: seconds * 1000 + 30_000,
      })
      .toBeGreaterThanOrEqual(seconds);
  });
  await withAgent();
  await panel.getByRole('button', { name: en.voice_chat_end, exact: true }).click();
  await expect(panel.getByText(en.voice_chat_delivery_arrived)).toBeVisible({ timeout: 60_000 });
  return violations;
}

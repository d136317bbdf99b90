import { CallPanel } from './support/call-panel.ts';
import { newPhone } from './support/api.ts';
import { deleteLeadsAndCalls } from './support/leads-of-phone.ts';
import { expect, test } from './support/page-faults.ts';
import { formatPhone } from '../lib/phone.ts';

// `npm run test:browsers` runs this in Firefox and WebKit against a running product. Install them first: `npx playwright install firefox webkit`.

test('the page fits its window, and a wrong number is refused in words', async ({ page }) => {
  await page.goto('/');
  const call = new CallPanel(page, 'uz');
  await expect(page.getByRole('heading', { name: call.strings.hero_title })).toBeVisible();
  await expect(page.getByText(call.strings.page_old_browser)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await call.openForm();
  await call.phoneField.fill('96 123 45 67');
  await page.getByRole('button', { name: call.strings.phone_submit }).click();
  await expect(page.getByRole('alert').filter({ hasText: call.strings.phone_invalid_error })).toBeVisible();
  await expect(call.phoneField).toHaveAttribute('aria-invalid', 'true');
});

test('the demo speaks a text and pauses', async ({ page }) => {
  await page.goto('/');
  const { strings } = new CallPanel(page, 'uz');
  await page.getByRole('button', { name: strings.tts_convert }).click();
  await page.getByRole('button', { name: strings.tts_pause }).click();
  await expect(page.getByRole('button', { name: strings.tts_play, exact: true })).toBeVisible();
});

test(
  'a call survives a reload, and its recording plays',
  { tag: '@microphone' },
  async ({ page, request }) => {
    const phone = formatPhone(newPhone());
    await page.goto('/en');
    const call = new CallPanel(page, 'en');
    await call.callUntilClock(phone, 8);
    await page.reload();
    await call.expectAgentConnected();
    await call.untilClock(12);
    await call.button('end').click();
    await expect(call.panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
    await call.panel.getByRole('button', { name: call.strings.voice_chat_play }).click();
    const position = call.panel.getByRole('slider', { name: call.strings.voice_chat_position });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
    expect(Number(await position.getAttribute('max'))).toBeGreaterThan(11);
    await deleteLeadsAndCalls(request, phone);
  },
);

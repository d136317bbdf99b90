import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/visitor.ts';

test('by phone and by keyboard an operator sees a call, listens in, which the visitor is told, and ends it', async ({
  visit,
  phone,
  page,
}) => {
  const call = await visit({ language: 'uz', pauseS: 2 });
  await call.call(phone);
  await call.isWithAgent();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/en/admin/live');
  const live = page.getByRole('article', { name: phone });
  await expect(live.getByRole('list', { name: 'What is said' })).toContainText('Assalomu alaykum!');
  await expect(live.getByText(/^0:\d\d$/)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const name of ['Listen in', 'End the call'])
    expect((await live.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);

  const told = call.panel.getByText(call.strings.voice_chat_listened_to);
  await expect(told).toBeHidden();
  await live.getByRole('button', { name: 'Listen in' }).focus();
  await page.keyboard.press('Enter');
  await expect(live.getByText('the visitor’s window says so')).toBeVisible();
  await expect(told).toBeVisible();
  await expectAccessible(call.page);
  const played = () =>
    page.evaluate(() => [...document.querySelectorAll('audio')].map((audio) => audio.currentTime));
  await expect.poll(async () => (await played()).length).toBe(2);
  await expect.poll(async () => Math.min(...(await played()))).toBeGreaterThan(0.5);

  await page.keyboard.press('Enter');
  await expect(told).toBeHidden();
  expect(await played()).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(live.getByRole('button', { name: 'End the call' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(live.getByRole('button', { name: 'End it for the visitor?' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(call.status).toHaveText(call.strings.voice_chat_call_ended);
  await expect(live).toBeHidden();
});

test('the set-up page joins a room with the agent and hears it', async ({ page }) => {
  await page.goto('/en/admin/setup');
  const calls = page.getByRole('listitem').filter({ hasText: 'Calls' });
  await calls.getByRole('button', { name: 'Join a room with the agent' }).click();
  await expect(calls).toContainText(/It works, .* “.*Hello/, { timeout: 40_000 });
});

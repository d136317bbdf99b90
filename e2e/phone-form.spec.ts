import { CallPanel } from './support/call-panel.ts';
import { expect, test } from './support/page-faults.ts';

test('a number that cannot be called is refused in words, and nothing is sent', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.goto('/ru');
  const call = new CallPanel(page, 'ru');
  const submit = page.getByRole('button', { name: call.strings.phone_submit });
  const wrong: [typed: string, message: string][] = [
    ['', call.strings.phone_required_error],
    ['+', call.strings.phone_required_error],
    ['90 123 45 6', call.strings.phone_invalid_error],
    ['998 96 123 45 67', call.strings.phone_invalid_error],
    ['+1 202 555 0123', call.strings.phone_invalid_error],
  ];
  await call.openForm();
  for (const [typed, message] of wrong) {
    await call.phoneField.fill(typed);
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(call.phoneField).toBeFocused();
    await expect(call.phoneField).toHaveAccessibleDescription(
      new RegExp(message.replace(/[.+]/g, '\\$&').replace(/\s/g, '\\s')),
    );
    await expect(call.phoneField).toHaveAttribute('aria-invalid', 'true');
    if (typed === '+') await expect(call.phoneField).toHaveValue('+');
  }
  await call.phoneField.press('Backspace');
  await expect(call.phoneField).toHaveAttribute('aria-invalid', 'false');
  await expect(call.panel).toBeHidden();
  expect(posts).toEqual([]);
});

test('the number is formatted as it is typed, and the caret stays where the visitor types', async ({
  page,
}) => {
  await page.goto('/en');
  const call = new CallPanel(page, 'en');
  await call.openForm();
  const field = call.phoneField;
  await field.pressSequentially('901234567');
  await expect(field).toHaveValue('+998 90 123 45 67');

  const moveCaretAfterDigits = async (count: number) => {
    await field.press('Home');
    for (let presses = 0; presses < count + 1 + [3, 5, 8, 10].filter((end) => end < count).length; presses++)
      await field.press('ArrowRight');
  };
  await moveCaretAfterDigits(6);
  await field.press('Backspace');
  await field.press('Backspace');
  await expect(field).toHaveValue('+998 92 345 67');
  await field.pressSequentially('71');
  await expect(field).toHaveValue('+998 97 123 45 67');
  await field.press('Backspace');
  await field.press('Delete');
  await field.pressSequentially('8');
  await expect(field).toHaveValue('+998 97 834 56 7');
  await field.press('Home');
  for (let character = 0; character < 5; character++) await field.press('Shift+ArrowRight');
  await field.press('Delete');
  await expect(field).toHaveValue('+97834567');
  await field.pressSequentially('998');
  await expect(field).toHaveValue('+998 97 834 56 7');

  await field.press('ControlOrMeta+a');
  await field.press('Backspace');
  await expect(field).toHaveValue('');
  await field.fill('998 (33) 765-43-21');
  await expect(field).toHaveValue('+998 33 765 43 21');
});

test('the form closes by Escape, returns the focus, and remembers the number', async ({ page }) => {
  await page.goto('/en');
  const call = new CallPanel(page, 'en');
  const opener = page.getByRole('button', { name: call.strings.hero_call });
  await call.openForm();
  await call.phoneField.pressSequentially('90');
  await page.keyboard.press('Escape');
  await expect(call.phoneField).toBeHidden();
  await expect(opener).toBeFocused();
  await call.openForm();
  await expect(call.phoneField).toHaveValue('+998 90');
  await expect(page.getByRole('link', { name: call.strings.phone_privacy_link })).toHaveAttribute(
    'href',
    '/en/privacy',
  );
  await test.step('it remembers the number through a visit to the terms and a change of language', async () => {
    await page.getByRole('radio', { name: 'Русский' }).check();
    await page.getByRole('link', { name: call.strings.phone_terms_link }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(call.strings.terms_title);
    await page.goBack();
    await call.openForm();
    await expect(call.phoneField).toHaveValue('+998 90');
    await expect(page.getByRole('radio', { name: 'Русский' })).toBeChecked();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /: English$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Oʻzbek' }).click();
    const uzbek = new CallPanel(page, 'uz');
    await uzbek.openForm();
    await expect(uzbek.phoneField).toHaveValue('+998 90');
  });
});

test('the form replaces the subtitle without scrolling the page, and a phone’s keyboard covers neither field nor button', async ({
  page,
}) => {
  await page.goto('/ru');
  const call = new CallPanel(page, 'ru');
  const submit = page.getByRole('button', { name: call.strings.phone_submit });
  const scrollTop = () => page.evaluate(() => window.scrollY);
  for (const { width, height, keyboardHeight } of [
    { width: 1280, height: 900, keyboardHeight: 0 },
    { width: 360, height: 740, keyboardHeight: 330 },
    { width: 320, height: 640, keyboardHeight: 260 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: call.strings.hero_call }).scrollIntoViewIfNeeded();
    const topBefore = await scrollTop();
    await call.openForm();
    expect(await scrollTop()).toBe(topBefore);
    await expect(page.getByRole('dialog', { name: call.strings.phone_title })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(call.strings.hero_subtitle)).toHaveCSS('opacity', '0');
    await page.setViewportSize({ width, height: height - keyboardHeight });
    await expect(call.phoneField).toBeInViewport({ ratio: 1 });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.getByText(call.strings.hero_subtitle)).toHaveCSS('opacity', '1');
  }
});

test('on a desktop the form does not cover the headline', async ({ page }) => {
  const call = new CallPanel(page, 'ru');
  for (const height of [720, 900]) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto('/ru');
    await call.openForm();
    const form = await page.getByRole('dialog', { name: call.strings.phone_title }).boundingBox();
    const headline = await page.getByRole('heading', { level: 1 }).boundingBox();
    if (!form || !headline) throw new Error('The form is closed.');
    expect(form.y).toBeGreaterThanOrEqual(headline.y + headline.height);
  }
});

test('the form opens with a disabled button before scripts load; without scripts it has no button, and the language can be changed', async ({
  page,
  browser,
}) => {
  const call = new CallPanel(page, 'en');
  const openerName = { name: call.strings.contact_agent_link };
  const submitName = { name: call.strings.phone_submit };
  const scriptGate = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js(\?|$)/, async (route) => {
    await scriptGate.promise;
    await route.continue();
  });
  await page.goto('/en', { waitUntil: 'commit' });
  await page.getByRole('button', openerName).click();
  await expect(call.phoneField).toBeInViewport();
  await expect(page.getByRole('button', submitName)).toBeInViewport();
  await expect(page.getByRole('button', submitName)).toBeDisabled();
  scriptGate.resolve();
  await expect(page.getByRole('button', submitName)).toBeEnabled();
  await expect(call.phoneField).toBeInViewport();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(page.url());
  await plain.getByRole('button', { name: /: English$/ }).click();
  await plain.getByRole('menuitemradio', { name: 'Oʻzbek' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(
    new CallPanel(plain, 'uz').strings.hero_title,
  );
  await plain.goto(page.url());
  // getByText ignores text inside noscript.
  for (const id of ['demo-tts', 'demo-stt'])
    await expect(plain.locator(`#${id} noscript > p`)).toBeVisible({ timeout: 5_000 });
  await plain.getByRole('button', openerName).click();
  await expect(plain.locator('#call-form noscript > p')).toBeInViewport();
  await expect(plain.getByRole('button', submitName)).toBeHidden();
  await context.close();
});

test('the code of a call loads only when the form opens', async ({ page }) => {
  const scriptSizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\/_next\/static\/.*\.js(\?|$)/.test(response.url()))
      scriptSizes.push(
        // A chunk that arrives as the test ends does not count.
        response.body().then(
          (body) => body.length,
          () => 0,
        ),
      );
  });
  await page.goto('/en', { waitUntil: 'networkidle' });
  const countBefore = scriptSizes.length;
  await new CallPanel(page, 'en').openForm();
  const bytes = () =>
    Promise.all(scriptSizes.slice(countBefore)).then((sizes) => sizes.reduce((a, b) => a + b, 0));
  await expect.poll(bytes).toBeGreaterThan(300_000);
});

test('after a change of the terms the visitor reloads the page, and the number stays in the form', async ({
  page,
}) => {
  await page.route('**/api/get-token', (route) =>
    route.fulfill({ status: 422, json: { code: 'terms_outdated' } }),
  );
  await page.goto('/ru');
  const call = new CallPanel(page, 'ru');
  await call.call('+998 90 123 45 67');
  await expect(call.status).toHaveText(call.strings.voice_chat_failed_terms_outdated);
  const reloading = page.waitForEvent('load');
  await call.panel.getByRole('button', { name: call.strings.voice_chat_reload }).click();
  await reloading;
  await call.openForm();
  await expect(call.phoneField).toHaveValue('+998 90 123 45 67');
});

test('a second tab says that another tab has a call, and can end it and start its own', async ({
  context,
}) => {
  await context.route('**/api/get-token', () => undefined);
  const phone = '+998 90 123 45 67';
  const callInTab = async () => {
    const page = await context.newPage();
    await page.goto('/uz');
    const call = new CallPanel(page, 'uz');
    await call.call(phone);
    return call;
  };
  const firstTab = await callInTab();
  await expect(firstTab.status).toHaveText(firstTab.strings.voice_chat_connecting);
  const secondTab = await callInTab();
  await expect(secondTab.status).toHaveText(secondTab.strings.voice_chat_failed_other_tab);
  await secondTab.panel.getByRole('button', { name: secondTab.strings.voice_chat_call_here }).click();
  await expect(secondTab.status).toHaveText(secondTab.strings.voice_chat_connecting);
  await firstTab.expectClosed();
});

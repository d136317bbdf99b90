import { prepareSteppedMotion } from './support/stepped-motion.ts';
import {
  expectNoMovement,
  expectOneMovement,
  expectSamePlace,
  expectSidesInStep,
  framesOf,
  recordFrames,
} from './support/movement.ts';
import { expect, test } from './support/visitor.ts';

/** The first and the last frame of a movement are drawn a little after its start and before its end. */
const nearPx = 12;

for (const width of [1280, 360])
  test(`at ${width} px one movement leads from the button to the form, the panel, the receipt and back`, async ({
    visit,
    phone,
  }) => {
    const call = await visit({
      pauseS: 1,
      reducedMotion: 'no-preference',
      prepare: async (context) => {
        await context.addInitScript(prepareSteppedMotion);
        await context.addInitScript(recordFrames);
      },
    });
    const { page, panel } = call;
    await page.setViewportSize({ width, height: 900 });
    const callButton = page.getByRole('button', { name: call.strings.hero_call });
    const form = page.getByRole('dialog', { name: call.strings.phone_title });

    await test.step('the button grows into the form, and Escape shrinks it back', async () => {
      const button = await callButton.boundingBox();
      const openingFrames = await framesOf(page, () => call.openForm());
      expectOneMovement(openingFrames.map((frame) => frame.form));
      const closingFrames = await framesOf(page, async () => {
        await page.keyboard.press('Escape');
        await expect(form).toBeHidden();
      });
      expectSamePlace(expectOneMovement(closingFrames.map((frame) => frame.form))[1], button, nearPx);
    });

    await test.step('the form becomes the panel', async () => {
      await call.openForm();
      await call.phoneField.pressSequentially(phone.slice(4).replaceAll(' ', ''));
      await form.evaluate((element) =>
        Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
      );
      const formBox = await form.boundingBox();
      const frames = await framesOf(page, async () => {
        await page.getByRole('button', { name: call.strings.phone_submit }).click();
        await expect(panel).toBeVisible();
      });
      expectSamePlace(expectOneMovement(frames.map((frame) => frame.panel))[0], formBox, nearPx);
    });

    await test.step('the panel becomes the receipt, and the towers end over its tile', async () => {
      await call.expectAgentConnected();
      await call.untilClock(8);
      const frames = await framesOf(page, async () => {
        await call.button('end').click();
        await expect(panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
      });
      expectOneMovement(frames.map((frame) => frame.panel));
      const { towers, tile } = frames.findLast((frame) => frame.towers !== null) ?? {};
      if (!towers || !tile) throw new Error('No towers, or no tile.');
      expect(towers.x + towers.width / 2).toBeCloseTo(tile.x + tile.width / 2, -1);
      expect(towers.width / tile.width).toBeCloseTo(1, 0);
    });

    await test.step('the receipt shrinks into the button', async () => {
      const frames = await framesOf(page, async () => {
        await call.button('close').click();
        await call.expectClosed();
      });
      const [, lastBox] = expectOneMovement(frames.map((frame) => frame.panel));
      expectSamePlace(lastBox, await callButton.boundingBox(), nearPx);
    });
  });

test('the place and the size of a panel that closes move in step', async ({ visit, phone }) => {
  const call = await visit({
    isMicrophoneAllowed: false,
    reducedMotion: 'no-preference',
    prepare: async (context) => void (await context.addInitScript(recordFrames)),
  });
  await call.call(phone);
  await expect(call.button('retry')).toBeVisible();
  // Waits until the panel has stopped moving.
  await framesOf(call.page, () => Promise.resolve());
  const frames = await framesOf(call.page, async () => {
    await call.button('close').click();
    await call.expectClosed();
  });
  expectSidesInStep(frames.map((frame) => frame.panel));
});

test('a form that is closed while it opens goes back from where it is', async ({ visit }) => {
  const call = await visit({
    reducedMotion: 'no-preference',
    prepare: async (context) => {
      await context.addInitScript(prepareSteppedMotion);
      await context.addInitScript(recordFrames);
    },
  });
  const { page } = call;
  const callButton = page.getByRole('button', { name: call.strings.hero_call });
  const form = page.getByRole('dialog', { name: call.strings.phone_title });
  const button = await callButton.boundingBox();
  const frames = await framesOf(page, async () => {
    await callButton.click();
    await page.waitForFunction(() => (window.ovozFrames ?? []).filter((frame) => frame.form).length > 4);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });
  const boxes = frames.flatMap((frame) => frame.form ?? []);
  const heights = boxes.map(({ height }) => height);
  // The whole movement has 27 frames.
  expect(heights.indexOf(Math.max(...heights))).toBeLessThan(20);
  await call.openForm();
  const openBox = await form.boundingBox();
  if (!button || !openBox) throw new Error('No button, or no form.');
  for (const side of ['width', 'height'] as const) {
    const steps = boxes.slice(1).map((box, previous) => Math.abs(box[side] - (boxes[previous]?.[side] ?? 0)));
    expect(Math.max(...steps), side).toBeLessThan(Math.abs(openBox[side] - button[side]) / 2);
  }
  expectSamePlace(boxes.at(-1) ?? openBox, button, nearPx);
});

test('with reduced motion the form and the panel come to their places at once', async ({ visit, phone }) => {
  const call = await visit({
    isMicrophoneAllowed: false,
    prepare: async (context) => void (await context.addInitScript(recordFrames)),
  });
  const { page } = call;
  const openingFrames = await framesOf(page, () => call.openForm());
  expectNoMovement(openingFrames.map((frame) => frame.form));
  await call.phoneField.pressSequentially(phone.slice(4).replaceAll(' ', ''));
  const frames = await framesOf(page, async () => {
    await page.getByRole('button', { name: call.strings.phone_submit }).click();
    await expect(call.button('retry')).toBeVisible();
  });
  expectNoMovement(frames.map((frame) => frame.panel));
  const closingFrames = await framesOf(page, async () => {
    await call.button('close').click();
    await call.expectClosed();
  });
  expectNoMovement(closingFrames.map((frame) => frame.panel));
});

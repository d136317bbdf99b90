import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { formatPhone } from '../lib/phone.ts';
import { newPhone } from './support/api';
import { downloadAfter, loopRecording, positionS } from './support/lead-page.ts';
import { openRow, sendLead, countStoredFiles } from './support/leads';
import { recordConversation } from './support/recording';
import { expect, test } from './support/page-faults.ts';

const durationS = 4;

interface LeadFixtures {
  /** A separate lead for each test, deleted after it. */
  lead: { id: string; phone: string; audio: Buffer; card: Locator };
}

const it = test.extend<LeadFixtures, { conversation: Buffer }>({
  conversation: [
    async ({ browser }, provide) => {
      const page = await browser.newPage();
      await provide(await recordConversation(page, durationS));
      await page.close();
    },
    { scope: 'worker' },
  ],

  lead: async ({ page, conversation }, provide) => {
    const phone = newPhone();
    const audio = withRandomBytes(conversation);
    const id = await sendLead(page.request, phone, audio, durationS);
    await page.goto('/en/admin/leads');
    const card = page.getByRole('article', { name: formatPhone(phone) });
    await openRow(card);
    await provide({ id, phone, audio, card });
    await page.request.delete(`/api/leads/${id}`);
  },
});

/** The recording with a Void element of random bytes, which players skip, so that no two files are equal. */
function withRandomBytes(recording: Buffer): Buffer {
  return Buffer.concat([recording, Buffer.from([0xec, 0x88]), randomBytes(8)]);
}

function positionSlider(card: Locator): Locator {
  return card.getByRole('slider', { name: 'Position' });
}

it('the desk shows the facts of a lead, downloads its recording and processes it again', async ({
  lead,
  page,
}) => {
  await expect(lead.card).toContainText('0:04');
  await expect(lead.card).toContainText((lead.audio.length / 1024 / 1024).toFixed(2) + ' MB');
  await expect(lead.card.getByRole('time').first()).toHaveAttribute('datetime', /^20\d\d-/);
  await expect(page.getByText(/^Total: \d/)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await openRow(lead.card);
    await expect(lead.card.getByText('completed')).toBeVisible({ timeout: 1000 });
  }).toPass();

  await test.step('the recording is named after the phone number, and all leads come as JSON', async () => {
    const recording = await downloadAfter(page, () =>
      lead.card.getByRole('button', { name: 'Download audio' }).click(),
    );
    expect(recording.suggestedFilename()).toBe(`${lead.phone}-conversation.webm`);
    expect(await readFile(await recording.path())).toEqual(lead.audio);
    const all = await downloadAfter(page, () => page.getByRole('button', { name: 'Download All' }).click());
    expect(all.suggestedFilename()).toMatch(/^leads-\d+\.json$/);
    const { leads }: { leads: { _id: string; phoneNumber: string }[] } = JSON.parse(
      await readFile(await all.path(), 'utf8'),
    );
    expect(leads.find(({ _id }) => _id === lead.id)?.phoneNumber).toBe(lead.phone);
  });

  await test.step('the desk reports a recording that failed to load', async () => {
    await page.route(`**/api/leads/${lead.id}/audio`, (route) => route.abort());
    await lead.card.getByRole('button', { name: 'Download audio' }).click();
    await expect(page.getByText(/^Failed to download audio: /)).toBeVisible();
    await lead.card.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(lead.card.getByRole('alert')).toHaveText(/could not be played/);
  });

  await lead.card.getByRole('button', { name: 'Reprocess' }).click();
  await expect(
    page.getByText('Processing started. Refresh the page in a moment to see results.'),
  ).toBeVisible();
});

it('the operator plays, pauses and seeks a recording, with volume, mute and speed', async ({
  lead,
  page,
}) => {
  await loopRecording(page);
  const audioRequest = page.waitForRequest((request) =>
    request.url().endsWith(`/api/leads/${lead.id}/audio`),
  );
  await lead.card.getByRole('button', { name: 'Play', exact: true }).click();
  const request = await audioRequest;
  expect((await request.allHeaders()).range).toMatch(/^bytes=\d+-/);
  expect((await request.response())?.status()).toBe(206);

  await expect(lead.card.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => positionS(page)).toBeGreaterThan(0.3);
  await positionSlider(lead.card).press('ArrowLeft');
  await expect.poll(() => positionS(page)).toBeLessThan(1.5);
  await lead.card.getByRole('button', { name: 'Pause' }).click();
  await expect(lead.card.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await positionSlider(lead.card).fill('3');
  await expect.poll(() => positionS(page)).toBeCloseTo(3, 1);
  await expect(positionSlider(lead.card)).toHaveAttribute('aria-valuetext', '0:03 of 0:04');
  await positionSlider(lead.card).press('ArrowLeft');
  await expect.poll(() => positionS(page)).toBe(0);

  const audio = page.locator('audio');
  const volume = lead.card.getByRole('slider', { name: 'Volume' });
  await volume.press('ArrowLeft');
  await volume.press('ArrowLeft');
  await expect(audio).toHaveJSProperty('volume', 0.8);
  await lead.card.getByRole('button', { name: 'Mute' }).click();
  await expect(audio).toHaveJSProperty('muted', true);
  await lead.card.getByRole('button', { name: 'Unmute' }).click();
  await expect(audio).toHaveJSProperty('muted', false);

  const speed = lead.card.getByRole('combobox', { name: 'Speed' });
  await expect(speed.getByRole('option')).toHaveText(['0.5×', '0.75×', '1×', '1.25×', '1.5×', '2×']);
  await speed.selectOption('1.5×');
  await lead.card.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(audio).toHaveJSProperty('playbackRate', 1.5);
});

it('a lead is deleted with its recording after a confirmation; if the deletion fails, the lead stays and the page says why', async ({
  lead,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this lead?' });
  const deleteButton = lead.card.getByRole('button', { name: 'Delete' });
  expect(await countStoredFiles(lead.audio)).toBe(1);

  await deleteButton.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(deleteButton).toBeFocused();
  await deleteButton.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(lead.card).toBeVisible();

  const api = `**/api/leads/${lead.id}`;
  await page.route(api, (route) => route.abort());
  await deleteButton.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^Failed to delete lead: The server cannot be reached/)).toBeVisible();
  await expect(lead.card).toBeVisible();
  await page.unroute(api);

  await deleteButton.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(lead.card).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect.poll(() => countStoredFiles(lead.audio)).toBe(0);
  expect((await page.request.get(`/api/leads/${lead.id}/audio`)).status()).toBe(404);
});

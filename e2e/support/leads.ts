import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { leadForm, postLead, webmFile } from './api.ts';

/** Sends a recording without a room, and returns the lead's id. */
export async function sendLead(
  request: APIRequestContext,
  phone: string,
  audio: Buffer,
  durationS: number,
): Promise<string> {
  const file = { ...webmFile, buffer: audio };
  const form = leadForm({
    phoneNumber: phone,
    duration: String(durationS),
    audio: file,
    roomName: undefined,
  });
  return postLead(request, form);
}

/** Opens a lead's row. The row is rendered a moment before its scripts run. */
export async function openRow(row: Locator): Promise<void> {
  const toggle = (expanded: boolean) => row.getByRole('heading').getByRole('button', { expanded });
  await expect(async () => {
    if (await toggle(false).isVisible()) await toggle(false).click();
    await expect(toggle(true)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Waits until the desk accepts keys: its scripts fetch the counts of the views. */
export async function untilDeskReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^All\s*[\d,]+$/ })).toBeVisible();
}

/** How many files of a product's storage have exactly these bytes. */
export async function countStoredFiles(
  audio: Buffer,
  dataDir = process.env.DATA_DIR ?? '.data',
): Promise<number> {
  const folder = path.join(dataDir, 'audio');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // A file may be deleted meanwhile.
  const contents = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name)).catch(() => undefined)),
  );
  return contents.filter((content) => content?.equals(audio)).length;
}

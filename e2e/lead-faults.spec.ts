import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expectRefusal, newPhone } from './support/api.ts';
import {
  completed,
  ended,
  expect,
  leadOf,
  recordingOf,
  send,
  summary,
  test,
} from './support/lead-processing.ts';
import { isSilent } from './support/openai-server.ts';
import { allPartsRun, killPart } from './support/parts.ts';
import { vendorSettings } from './support/product-with-vendor.ts';
import { startWebApp } from './support/web-app.ts';

/** Causes the faults that may hit the server between a recording and its summary. */

test('fifty calls end at once, on two web apps with one queue: fifty leads, each done once', async ({
  request,
  vendor,
  product,
}) => {
  const other = await startWebApp({ ...product.settings, ...vendorSettings(vendor) });
  try {
    const urls = [product.url, other.url];
    const phones = Array.from({ length: 50 }, newPhone);
    const sent = await Promise.all(phones.map((phone, i) => send(request, phone, urls[i % 2])));
    expect(new Set(sent).size).toBe(50);
    const leads = await Promise.all(sent.map((id) => ended(request, id)));
    for (const [i, lead] of leads.entries())
      expect(lead).toMatchObject({ ...completed, phoneNumber: phones[i], hasAudio: true });
    const list: { total: number } = await (await request.get('/api/leads')).json();
    expect(list.total).toBe(50);
    // Each lead has a file of its own, and none was left over.
    expect(await readdir(path.join(product.dataDir, 'audio', 'leads'))).toHaveLength(50);
    expect(await readdir(path.join(product.dataDir, 'audio-incoming'))).toEqual([]);
    // No job was processed twice.
    const passages = leads.flatMap(({ turns }) => turns.filter(({ speaker }) => speaker === 'visitor'));
    expect(vendor.asked.transcriptions).toHaveLength(passages.length);
    expect(vendor.asked.completions).toHaveLength(50);
    await expect.poll(() => vendor.asked.notices.length).toBe(50);
    for (const phone of phones)
      expect(vendor.asked.notices.filter((notice) => notice.includes(phone))).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

test('the web app is killed in the middle of a job, which is done once after its restart', async ({
  request,
  vendor,
  product,
}) => {
  vendor.says = [isSilent, summary];
  const id = await send(request);
  await expect.poll(() => vendor.asked.completions.length).toBe(1);
  expect((await leadOf(request, id)).processingStatus).toBe('processing');
  killPart('web', product.dataDir);
  await allPartsRun(request);
  expect((await leadOf(request, id)).processingStatus).toBe('processing');

  expect(await ended(request, id)).toMatchObject({ ...completed, hasAudio: true });
  expect(vendor.asked.completions).toHaveLength(2);
  await expect.poll(() => vendor.asked.notices.length).toBe(1);
});

test('a storage that refuses leaves no half a lead, and takes the same recording later', async ({
  request,
  product,
}) => {
  const form = await recordingOf(newPhone());
  await send(request);
  await withoutStorage(product.dataDir, async () =>
    expectRefusal(await request.post('/api/leads', { multipart: form }), 502, 'storage_failed'),
  );
  const list: { total: number } = await (await request.get('/api/leads')).json();
  expect(list.total).toBe(1);
  const response = await request.post('/api/leads', { multipart: form });
  expect(response.status()).toBe(201);
  const receipt: { _id: string } = await response.json();
  expect(await ended(request, receipt._id)).toMatchObject(completed);
});

test('a storage that refuses while a lead is processed, or deleted, is tried again', async ({
  request,
  product,
}) => {
  const { dataDir, settings } = product;
  const id = await send(request);
  expect(await ended(request, id)).toMatchObject(completed);
  await withoutStorage(dataDir, async () => {
    expect((await request.post(`/api/leads/${id}/process`)).status()).toBe(202);
    await expect.poll(() => waitingJobs(settings.DATABASE_URL, 'process-lead')).toBe(1);
  });
  expect(await ended(request, id)).toMatchObject(completed);

  await withoutStorage(dataDir, async () => {
    expect((await request.delete(`/api/leads/${id}`)).status()).toBe(204);
    await expect.poll(() => waitingJobs(settings.DATABASE_URL, 'delete-audio')).toBe(1);
  });
  const leads = path.join(dataDir, 'audio', 'leads');
  expect(await readdir(leads)).toHaveLength(1);
  await expect.poll(() => readdir(leads), { timeout: 60_000 }).toEqual([]);
});

/** As if the disk of the recordings were not there. */
async function withoutStorage(dataDir: string, act: () => Promise<void>): Promise<void> {
  const folder = path.join(dataDir, 'audio');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'no folder');
  try {
    await act();
  } finally {
    await rm(folder);
    await rename(`${folder}-away`, folder);
  }
}

/** How many jobs of a kind have failed once at least and are to be tried again. */
async function waitingJobs(connectionString: string | undefined, queue: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const sql = `SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state = 'retry'`;
    return (await client.query<{ count: number }>(sql, [queue])).rows[0]?.count;
  } finally {
    await client.end();
  }
}

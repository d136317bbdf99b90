import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../lib/server/platform/with-client.ts';
import { expectRefusal, newPhone, postLead } from './support/api.ts';
import {
  completed,
  untilProcessed,
  expect,
  leadOf,
  recordingForm,
  sendRecording,
  summary,
  test,
} from './support/lead-processing.ts';
import { neverReplies } from './support/openai-server.ts';
import { untilAllPartsRun, killPart } from './support/parts.ts';
import { vendorSettings } from './support/product-with-vendor.ts';
import { startWebApp } from './support/web-app.ts';

// The server between a recording and its summary: under load, killed, and without storage.

test('fifty recordings at two web apps with one queue become fifty leads, each processed once', async ({
  request,
  vendor,
  product,
}) => {
  const otherApp = await startWebApp({ ...product.settings, ...vendorSettings(vendor), JOBS: 'here' });
  try {
    const urls = [product.url, otherApp.url];
    const phones = Array.from({ length: 50 }, newPhone);
    const ids = await Promise.all(phones.map((phone, i) => sendRecording(request, phone, urls[i % 2])));
    expect(new Set(ids).size).toBe(50);
    const leads = await Promise.all(ids.map((id) => untilProcessed(request, id)));
    for (const [i, lead] of leads.entries())
      expect(lead).toMatchObject({ ...completed, phoneNumber: phones[i], hasAudio: true });
    const list: { total: number } = await (await request.get('/api/leads')).json();
    expect(list.total).toBe(50);
    // Each lead has its own file, and no other file is left.
    expect(await readdir(path.join(product.dataDir, 'audio', 'leads'))).toHaveLength(50);
    expect(await readdir(path.join(product.dataDir, 'audio-incoming'))).toEqual([]);
    // No job was processed twice.
    const passages = leads.flatMap(({ turns }) => turns.filter(({ speaker }) => speaker === 'visitor'));
    expect(vendor.requests.transcriptions).toHaveLength(passages.length);
    expect(vendor.requests.completions).toHaveLength(50);
    await expect.poll(() => vendor.requests.notices.length).toBe(50);
    for (const phone of phones)
      expect(vendor.requests.notices.filter((notice) => notice.includes(phone))).toHaveLength(1);
  } finally {
    await otherApp.kill();
  }
});

test('a job whose web app is killed runs once more after the restart', async ({
  request,
  vendor,
  product,
}) => {
  vendor.completionReplies = [neverReplies, summary];
  const id = await sendRecording(request);
  await expect.poll(() => vendor.requests.completions.length).toBe(1);
  expect((await leadOf(request, id)).processingStatus).toBe('processing');
  killPart('web', product.dataDir);
  await untilAllPartsRun(request);
  expect((await leadOf(request, id)).processingStatus).toBe('processing');

  await expireHeartbeats(product.settings.DATABASE_URL);
  expect(await untilProcessed(request, id)).toMatchObject({ ...completed, hasAudio: true });
  expect(vendor.requests.completions).toHaveLength(2);
  // The web app that the previous test killed may have left a notice, which is sent again.
  const noticesOfLead = () => vendor.requests.notices.filter((notice) => notice.includes(id));
  await expect.poll(noticesOfLead).toHaveLength(1);
});

test('an upload makes no lead while the storage fails, and makes one later', async ({ request, product }) => {
  const form = await recordingForm(newPhone());
  await sendRecording(request);
  await withoutStorage(product.dataDir, async () =>
    expectRefusal(await request.post('/api/leads', { multipart: form }), 502, 'storage_failed'),
  );
  const list: { total: number } = await (await request.get('/api/leads')).json();
  expect(list.total).toBe(1);
  expect(await untilProcessed(request, await postLead(request, form))).toMatchObject(completed);
});

/** Simulates a missing disk of recordings. */
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

/** Simulates a minute without heartbeats. */
async function expireHeartbeats(databaseUrl = ''): Promise<void> {
  const minute = `interval '1 minute'`;
  await withClient(databaseUrl, (client) =>
    client.query(
      `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - ${minute} WHERE state = 'active';
       UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`,
    ),
  );
}

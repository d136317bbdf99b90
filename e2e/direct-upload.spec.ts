import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { recordingsDatabase } from '../components/call/recording/unsent.ts';
import type { TokenResponse } from '../lib/contracts/token.ts';
import { startBlobServer, type BlobServer } from '../lib/server/testing/blob-server.ts';
import { startS3Server, type S3Server } from '../lib/server/testing/s3-server.ts';
import { newPhone, tokenRequest, webmFile } from './support/api.ts';
import { deleteLeadsAndCalls, recordedLead } from './support/leads-of-phone.ts';
import { untilAllConfirmed } from './support/until-all-confirmed.ts';
import { expect, test as base } from './support/page-faults.ts';
import { startWebApp } from './support/web-app.ts';

const hostsModule = path.resolve('lib', 'server', 'testing', 'blob-hosts.ts');

interface Stores {
  store: BlobServer;
  bucket: S3Server;
  settings: Record<string, string>;
  siteUrl: string;
}

/** A web app whose pages upload directly into a loopback store: a blob store, or the bucket of `settings`. */
const test = base.extend<Stores>({
  store: async ({}, provide) => {
    const store = await startBlobServer();
    await provide(store);
    await store.close();
  },
  bucket: async ({}, provide) => {
    const bucket = await startS3Server();
    await provide(bucket);
    await bucket.close();
  },
  settings: ({ store }, provide) =>
    provide({
      BLOB_READ_WRITE_TOKEN: store.token,
      VERCEL_BLOB_API_URL: store.url,
      NODE_OPTIONS: `--import ${hostsModule}`,
    }),
  siteUrl: async ({ settings }, provide) => {
    // Skips the start-up tasks of a long-lived server, such as the check of its recordings' folder.
    const web = await startWebApp({ ...settings, ADMIN_WITHOUT_PASSWORD: 'local', VERCEL: '1' });
    await provide(web.url);
    await web.kill();
  },
  baseURL: ({ siteUrl }, provide) => provide(siteUrl),
});

// The loopback store has no certificate and speaks HTTP/1.1, so Chromium cannot stream and sends the whole recording.
test('the browser uploads a stored recording directly into the blob store', async ({
  page,
  context,
  request,
  store,
}) => {
  await routeToStore(context, store.url);
  const postedPaths = collectPostedPaths(page);
  const phone = newPhone();
  await deliverFromStorage(page, phone);

  expect((await recordedLead(request, phone)).audioSize).toBeGreaterThanOrEqual(webmFile.buffer.length);
  const [[key = '', blob] = []] = store.blobs;
  expect(key).toMatch(/^leads\//);
  expect(blob).toMatchObject({ access: 'private', type: 'audio/webm' });
  expect(postedPaths).toEqual(['/api/leads/upload', '/api/leads/upload']);
  await deleteLeadsAndCalls(request, phone);
});

test.describe('a bucket', () => {
  test.use({
    settings: ({ bucket }, provide) =>
      provide({
        S3_ENDPOINT: bucket.settings.endpoint,
        S3_BUCKET: bucket.settings.bucket,
        S3_REGION: bucket.settings.region,
        S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
        S3_UPLOADS: 'browser',
      }),
  });

  test('takes a recording directly from the browser; without a CORS rule it goes through the server', async ({
    page,
    request,
    bucket,
    siteUrl,
  }) => {
    const postedPaths = collectPostedPaths(page);
    const [directPhone, serverPhone] = [newPhone(), newPhone()];
    bucket.corsOrigin = siteUrl;
    await deliverFromStorage(page, directPhone);
    await recordedLead(request, directPhone);
    await untilAllConfirmed(page);
    expect([...bucket.files.values()]).toMatchObject([{ type: 'audio/webm' }]);
    expect(postedPaths.splice(0)).toEqual(['/api/leads/upload', '/api/leads/upload']);

    bucket.corsOrigin = undefined;
    await deliverFromStorage(page, serverPhone);
    await recordedLead(request, serverPhone);
    expect(bucket.files.size).toBe(2);
    expect(postedPaths).toEqual(['/api/leads/upload', '/api/leads']);
    for (const phone of [directPhone, serverPhone]) await deleteLeadsAndCalls(request, phone);
  });
});

/** Collects the endpoints of leads to which a page posts. */
function collectPostedPaths(page: Page): string[] {
  const postedPaths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/leads')) postedPaths.push(pathname);
  });
  return postedPaths;
}

/** Stores the recording of a call in the browser, and opens the page that delivers it. */
async function deliverFromStorage(page: Page, phone: string): Promise<void> {
  // This page runs no scripts: they would deliver the recording before the page under test.
  await page.goto('/robots.txt');
  const answer = await page.request.post('/api/get-token', { data: tokenRequest({ phoneNumber: phone }) });
  const { token, roomName, directUpload }: TokenResponse = await answer.json();
  expect(directUpload).toBe(true);
  const file = webmFile.buffer.toString('base64');
  await page.evaluate(storeRecording, { database: recordingsDatabase, room: roomName, phone, token, file });
  await page.goto('/en');
}

/** Runs in the page. Stores a finished call's recording, which no server has confirmed yet. */
async function storeRecording(
  call: Record<'database' | 'room' | 'phone' | 'token' | 'file', string>,
): Promise<void> {
  const { database, room, phone, token, file } = call;
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)).buffer;
  const recording = { room, phone, token, direct: true, mime: 'audio/webm;codecs=opus', over: true };
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('recordings', { keyPath: 'room' });
      opening.result.createObjectStore('chunks', { keyPath: ['room', 'index'] });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction(['recordings', 'chunks'], 'readwrite');
      writing.objectStore('recordings').put({ ...recording, startedAtMs: Date.now(), refusals: 0 });
      writing.objectStore('chunks').put({ room, index: 0, endMs: 3000, bytes });
      writing.oncomplete = () => resolve(opening.result.close());
      writing.onerror = () => reject(writing.error);
    };
  });
}

/** The page requests the address that its policy allows; DevTools redirects the request to the loopback store. */
async function routeToStore(context: BrowserContext, origin: string): Promise<void> {
  const address = 'https://vercel.com/api/blob';
  const route = async (page: Page) => {
    const session = await context.newCDPSession(page);
    session.on('Fetch.requestPaused', ({ requestId, request }) =>
      session.send('Fetch.continueRequest', { requestId, url: request.url.replace(address, origin) }),
    );
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `${address}*` }] });
  };
  await Promise.all(context.pages().map(route));
  context.on('page', route);
}

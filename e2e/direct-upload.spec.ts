import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { recordingsDatabase } from '../components/call/recording/unsent.ts';
import type { TokenResponse } from '../lib/contracts/token.ts';
import { startBlobServer, type BlobServer } from '../lib/server/testing/blob-server.ts';
import { newPhone, tokenRequest, webmFile } from './support/api.ts';
import { forget, recordedLead } from './support/leads-of-phone.ts';
import { expect, test as base } from './support/policy.ts';
import { startWebApp } from './support/web-app.ts';

const hosts = path.resolve('lib', 'server', 'testing', 'blob-hosts.ts');

/** A web app that keeps recordings in a blob store, as on Vercel; the store is one of this machine. */
const test = base.extend<{ store: BlobServer; siteUrl: string }>({
  store: async ({}, provide) => {
    const store = await startBlobServer();
    await provide(store);
    await store.close();
  },
  siteUrl: async ({ store }, provide) => {
    const web = await startWebApp({
      BLOB_READ_WRITE_TOKEN: store.token,
      VERCEL_BLOB_API_URL: store.url,
      NODE_OPTIONS: `--import ${hosts}`,
      ADMIN_WITHOUT_PASSWORD: 'local',
      // The product under test keeps its jobs to itself.
      VERCEL: '1',
    });
    await provide(web.url);
    await web.kill();
  },
  baseURL: ({ siteUrl }, provide) => provide(siteUrl),
});

// The store of this machine has no certificate, so it speaks HTTP/1.1 alone: Chromium cannot stream to it and has to send the recording whole.
test('a recording that waits in the browser goes straight into the blob store', async ({
  page,
  context,
  request,
  store,
}) => {
  await leadToStore(context, store.url);
  const throughUs: string[] = [];
  page.on('request', (asked) => asked.method() === 'POST' && throughUs.push(new URL(asked.url()).pathname));
  const phone = newPhone();
  await page.goto('/en');
  const answer = await page.request.post('/api/get-token', { data: tokenRequest({ phoneNumber: phone }) });
  const { token, roomName, directUpload }: TokenResponse = await answer.json();
  expect(directUpload).toBe(true);
  const file = webmFile.buffer.toString('base64');
  await page.evaluate(keep, { database: recordingsDatabase, room: roomName, phone, token, file });
  await page.reload();

  expect((await recordedLead(request, phone)).audioSize).toBeGreaterThanOrEqual(webmFile.buffer.length);
  const [[key = '', blob] = []] = store.blobs;
  expect(key).toMatch(/^leads\//);
  expect(blob).toMatchObject({ access: 'private', type: 'audio/webm' });
  expect(throughUs.filter((name) => name.startsWith('/api/leads'))).toEqual([
    '/api/leads/upload',
    '/api/leads/upload',
  ]);
  await forget(request, phone);
});

/** Runs in the page: what a call that is over leaves there until a server has confirmed its recording. */
async function keep(kept: Record<'database' | 'room' | 'phone' | 'token' | 'file', string>): Promise<void> {
  const { database, room, phone, token, file } = kept;
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

/** The page asks the address that its policy allows; below it, the browser's network goes to the store of this machine. */
async function leadToStore(context: BrowserContext, origin: string): Promise<void> {
  const address = 'https://vercel.com/api/blob';
  const lead = async (page: Page) => {
    const session = await context.newCDPSession(page);
    session.on('Fetch.requestPaused', ({ requestId, request }) =>
      session.send('Fetch.continueRequest', { requestId, url: request.url.replace(address, origin) }),
    );
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `${address}*` }] });
  };
  await Promise.all(context.pages().map(lead));
  context.on('page', lead);
}

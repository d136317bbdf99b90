import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { startBlobServer, type BlobServer } from '../lib/server/testing/blob-server.ts';
import { recordedS } from './support/conversation.ts';
import { expect, test as base } from './support/visitor.ts';
import { startWebApp } from './support/web-app.ts';

const hosts = path.resolve('lib', 'server', 'testing', 'blob-hosts.ts');

/** A web app that keeps recordings in a blob store, as on Vercel; the store is one of this machine. */
const test = base.extend<object, { store: BlobServer; siteUrl: string }>({
  store: [
    async ({}, provide) => {
      const store = await startBlobServer();
      await provide(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
  siteUrl: [
    async ({ store }, provide) => {
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
    { scope: 'worker' },
  ],
  baseURL: ({ siteUrl }, provide) => provide(siteUrl),
});

// The store of this machine has no certificate, so it speaks HTTP/1.1 alone: Chromium cannot stream to it and has to send the recording whole.
test('the recording goes from the browser straight into the blob store', async ({
  visit,
  phone,
  request,
  store,
}) => {
  const call = await visit({ pauseS: 1, prepare: (context) => leadToStore(context, store.url) });
  const throughUs: string[] = [];
  call.page.on(
    'request',
    (asked) => asked.method() === 'POST' && throughUs.push(new URL(asked.url()).pathname),
  );
  await call.talks(phone, 2);
  await call.ends();

  expect(await recordedS(request, phone)).toBeGreaterThan(1);
  const [[key = '', blob] = []] = store.blobs;
  expect(key).toMatch(/^leads\//);
  expect(blob).toMatchObject({ access: 'private', type: 'audio/webm' });
  expect(throughUs.filter((name) => name.startsWith('/api/leads'))).toEqual([
    '/api/leads/upload',
    '/api/leads/upload',
  ]);
});

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

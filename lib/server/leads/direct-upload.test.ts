import { createHmac } from 'node:crypto';
import { put } from '@vercel/blob/client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openCall } from '../calls/open.ts';
import { drainJobs } from '../jobs/drain.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { type DirectStorage, storage } from '../platform/storage/index.ts';
import { type BlobServer, startBlobServer } from '../testing/blob-server.ts';
import { newVisitor } from '../testing/calls.ts';
import { silentWav } from '../testing/recordings.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { confirmUpload, grantUpload, handleUploadReport } from './direct-upload.ts';

let store: BlobServer;
let direct: DirectStorage;

const bypass = 'opens-every-preview';

setUpEnvironment({ ...testKeys, VERCEL_AUTOMATION_BYPASS_SECRET: bypass });
beforeAll(async () => {
  store = await startBlobServer();
  process.env.BLOB_READ_WRITE_TOKEN = store.token;
  const { direct: directStorage } = storage();
  if (directStorage === undefined) throw new Error('The store accepts no uploads of browsers.');
  direct = directStorage;
});
afterAll(() => store.close());
beforeEach(() => store.completions.splice(0));

const uploadUrl = 'https://ovoz.example/api/leads/upload';
const uploadRequest = (headers: Record<string, string> = {}) =>
  new Request(uploadUrl, { method: 'POST', headers });

async function requestGrant(
  visitor: { room: string; browserHash: string },
  duration = '10',
  pathname = 'conversation.wav',
) {
  const clientPayload = JSON.stringify({ phoneNumber: '+998901234567', duration, roomName: visitor.room });
  const payload = { pathname, multipart: true, clientPayload };
  const type = 'blob.generate-client-token';
  const grant = await grantUpload(direct, uploadRequest(), { type, payload }, visitor.browserHash);
  if (grant.type !== type) throw new Error('not the grant of a blob store');
  return grant;
}

/** Uploads with a grant, as the browser does. */
function upload(
  { clientToken, pathname }: { clientToken: string; pathname: string },
  bytes = silentWav(4000),
  contentType = 'audio/wav',
) {
  const body = new Blob([bytes], { type: contentType });
  return put(pathname, body, { access: 'private', token: clientToken, contentType });
}

async function sendCompletion(change: (body: string) => string = (body) => body) {
  const [completion] = store.completions;
  if (completion === undefined) throw new Error('The store has sent nothing.');
  return handleUploadReport(
    direct,
    uploadRequest({ 'x-vercel-signature': completion.signature }),
    JSON.parse(change(completion.body)) as unknown,
  );
}

async function openVisitorCall() {
  const visitor = newVisitor();
  await openCall(visitor);
  return visitor;
}

const leadsOf = (room: string) => db().lead.findMany({ where: { room } });

test('the browser’s confirmation of its upload makes the lead; the store’s later completion changes nothing', async () => {
  const visitor = await openVisitorCall();
  const grant = await requestGrant(visitor);
  await upload(grant);
  const { created } = await confirmUpload(direct, grant.receipt);
  expect(created).toBe(true);
  await sendCompletion();
  await confirmUpload(direct, grant.receipt);
  const leads = await leadsOf(visitor.room);
  expect(leads).toHaveLength(1);
  expect(leads[0]).toMatchObject({ phone: visitor.phone, audioBytes: 4000, durationS: 10 });
  expect(store.blobs.has(leads[0]?.audioKey ?? '')).toBe(true);
});

test('the store accepts the types that browsers record, and no other', async () => {
  const visitor = await openVisitorCall();
  for (const [type, extension] of [
    ['audio/webm', 'webm'],
    ['audio/mp4', 'm4a'],
    ['audio/ogg', 'ogg'],
    ['audio/wav', 'wav'],
  ] as const) {
    const grant = await requestGrant(visitor, '10', type.replace('audio/', 'conversation.'));
    expect((await upload(grant, silentWav(4000), type)).pathname).toBe(grant.pathname);
    expect(grant.pathname.split('.').at(-1)).toBe(extension);
  }
  await expect(upload(await requestGrant(visitor), silentWav(4000), 'text/html')).rejects.toThrow();
});

test('the store’s completion makes the lead if the browser does not confirm its upload', async () => {
  const visitor = await openVisitorCall();
  await upload(await requestGrant(visitor));
  expect(store.completions[0]?.url).toMatch(/\/api\/leads\/upload$/);
  expect(await sendCompletion()).toEqual({ type: 'blob.upload-completed', response: 'ok' });
  expect(await leadsOf(visitor.room)).toHaveLength(1);
});

test('the browser gets a receipt for a recording that the store reported first and that the lead did not want', async () => {
  const visitor = await openVisitorCall();
  const best = await requestGrant(visitor, '20');
  await upload(best);
  await confirmUpload(direct, best.receipt);
  store.completions.splice(0);
  const shorter = await requestGrant(visitor, '10');
  await upload(shorter);
  await sendCompletion();
  await drainJobs();
  expect(store.blobs.has(shorter.pathname)).toBe(false);
  expect(await confirmUpload(direct, shorter.receipt)).toMatchObject({ created: false });
});

test('an upload that neither browser nor store reports is deleted after a day', async () => {
  const { pathname, ...grant } = await requestGrant(await openVisitorCall());
  await upload({ ...grant, pathname });
  await drainJobs();
  expect(store.blobs.has(pathname)).toBe(true);
  await db()
    .$executeRaw`UPDATE pgboss.job SET start_after = start_after - interval '1 day' WHERE state < 'active'`;
  await drainJobs();
  expect(store.blobs.has(pathname)).toBe(false);
});

test('a grant contains no secret of the protected previews', async () => {
  const grant = await requestGrant(await openVisitorCall());
  const [, payload = ''] = Buffer.from(grant.clientToken.split('_').at(-1) ?? '', 'base64')
    .toString()
    .split('.');
  const tokenPayload: unknown = JSON.parse(Buffer.from(payload, 'base64').toString());
  expect(tokenPayload).toMatchObject({
    onUploadCompleted: { callbackUrl: expect.stringMatching(/\/api\/leads\/upload$/) },
  });
  expect(JSON.stringify([tokenPayload, grant, store.completions])).not.toContain(bypass);
});

test('a completion that the store has not signed is refused', async () => {
  const visitor = await openVisitorCall();
  await upload(await requestGrant(visitor));
  const forge = (body: string) => body.replace('"audio/wav"', '"audio/mp4"');
  await expect(sendCompletion(forge)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await leadsOf(visitor.room)).toHaveLength(0);
});

test('only the browser of a call gets a grant, and only for its key', async () => {
  const visitor = await openVisitorCall();
  await expect(requestGrant({ ...visitor, browserHash: newVisitor().browserHash })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(requestGrant(newVisitor())).rejects.toMatchObject({ code: 'not_found' });
  const grant = await requestGrant(visitor);
  await expect(upload({ ...grant, pathname: 'leads/other.webm' })).rejects.toThrow();
  const [text = ''] = grant.receipt.split('.');
  await expect(confirmUpload(direct, `${text}.forged`)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(confirmUpload(direct, grant.receipt)).rejects.toMatchObject({ code: 'audio_not_found' });
});

test('a ticket signed with a replaced key or by the previous release still makes a lead', async () => {
  const [visitor, earlier] = [await openVisitorCall(), await openVisitorCall()];
  const grants = [await requestGrant(visitor), await requestGrant(earlier)] as const;
  for (const grant of grants) await upload(grant);
  const [text = ''] = grants[1].receipt.split('.');
  const signature = createHmac('sha256', `receipt ${store.token}`).update(text).digest('base64url');
  expect((await confirmUpload(direct, `${text}.${signature}`)).created).toBe(true);

  const before = { ...env() };
  onTestFinished(() => void Object.assign(env(), before));
  Object.assign(env(), {
    BLOB_READ_WRITE_TOKEN: 'another',
    LIVEKIT_API_SECRET: 'another-secret-of-more-than-32-characters',
    LIVEKIT_OLD_API_SECRET: testKeys.LIVEKIT_API_SECRET,
  });
  expect((await confirmUpload(direct, grants[0].receipt)).created).toBe(true);
});

test('a file that is no recording is deleted', async () => {
  const visitor = await openVisitorCall();
  const grant = await requestGrant(visitor);
  await upload(grant, new TextEncoder().encode('<html>'));
  await expect(confirmUpload(direct, grant.receipt)).rejects.toMatchObject({ code: 'invalid_audio' });
  expect(store.blobs.has(grant.pathname)).toBe(false);
});

test('a recording that a lead names stays when the limit is lowered and the upload confirmed again', async () => {
  const visitor = await openVisitorCall();
  const grant = await requestGrant(visitor);
  await upload(grant);
  await confirmUpload(direct, grant.receipt);

  const { MAX_UPLOAD_MB } = env();
  onTestFinished(() => void Object.assign(env(), { MAX_UPLOAD_MB }));
  Object.assign(env(), { MAX_UPLOAD_MB: 0.001 });
  await expect(confirmUpload(direct, grant.receipt)).rejects.toMatchObject({ code: 'too_large' });
  expect((await leadsOf(visitor.room))[0]?.audioKey).toBe(grant.pathname);
  expect(store.blobs.has(grant.pathname)).toBe(true);
});

test('a recording larger than a function accepts is uploaded in parts', async () => {
  const visitor = await openVisitorCall();
  const grant = await requestGrant(visitor, '3600');
  const body = new Blob([silentWav(12_000_000)], { type: 'audio/wav' });
  const to = {
    access: 'private',
    token: grant.clientToken,
    multipart: true,
    contentType: body.type,
  } as const;
  await put(grant.pathname, body, to);
  await confirmUpload(direct, grant.receipt);
  expect((await leadsOf(visitor.room))[0]?.audioBytes).toBe(12_000_000);
});

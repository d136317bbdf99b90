import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadGrant } from '../../contracts/recording.ts';
import { openCall } from '../calls/open.ts';
import { db } from '../platform/db.ts';
import { type DirectStorage, storage } from '../platform/storage/index.ts';
import { newVisitor } from '../testing/calls.ts';
import { silentWav } from '../testing/recordings.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { confirmUpload, grantUpload, handleUploadReport } from './direct-upload.ts';

type BucketGrant = Extract<UploadGrant, { type: 's3.signed-put' }>;

let bucket: S3Server;
let direct: DirectStorage;

setUpEnvironment({ ...testKeys, MAX_UPLOAD_MB: '1' });
beforeAll(async () => {
  bucket = await startS3Server();
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: name } = bucket.settings;
  Object.assign(process.env, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_UPLOADS: 'browser',
  });
  const { direct: directStorage } = storage();
  if (directStorage === undefined) throw new Error('The bucket accepts no uploads of browsers.');
  direct = directStorage;
});
afterAll(() => bucket.close());

const request = () => new Request('https://ovoz.example/api/leads/upload', { method: 'POST' });
const wav = silentWav(4000);
const announcedFile = { type: 'audio/wav', size: wav.length };

async function openVisitorCall() {
  const visitor = newVisitor();
  await openCall(visitor);
  return visitor;
}

async function requestGrant(
  visitor: { room: string; phone: string; browserHash: string },
  file: typeof announcedFile | undefined,
) {
  const clientPayload = JSON.stringify({
    phoneNumber: visitor.phone,
    duration: '10',
    roomName: visitor.room,
  });
  const payload = { pathname: 'conversation.wav', multipart: true, clientPayload, file };
  const grant = await grantUpload(
    direct,
    request(),
    { type: 'blob.generate-client-token', payload },
    visitor.browserHash,
  );
  if (grant.type !== 's3.signed-put') throw new Error('not the grant of a bucket');
  return grant;
}

const put = ({ url, headers }: BucketGrant, body: Uint8Array<ArrayBuffer> = wav, changed: object = {}) =>
  fetch(url, { method: 'PUT', headers: { ...headers, ...changed }, body }).then(({ status }) => status);

test('the browser uploads its recording into the bucket, and its confirmation makes the lead', async () => {
  const visitor = await openVisitorCall();
  const grant = await requestGrant(visitor, announcedFile);
  await expect(confirmUpload(direct, grant.receipt)).rejects.toMatchObject({ code: 'audio_not_found' });
  expect(await put(grant)).toBe(200);
  expect((await confirmUpload(direct, grant.receipt)).created).toBe(true);
  await confirmUpload(direct, grant.receipt);
  const leads = await db().lead.findMany({ where: { room: visitor.room } });
  expect(leads).toHaveLength(1);
  expect(leads[0]).toMatchObject({ phone: visitor.phone, audioBytes: 4000, durationS: 10 });
  expect(bucket.files.get(leads[0]?.audioKey ?? '')).toMatchObject({ type: 'audio/wav' });
});

test('a grant allows one upload of the announced file under its key, and nothing else', async () => {
  const grant = await requestGrant(await openVisitorCall(), announcedFile);
  expect(await put(grant, silentWav(4002))).toBe(403);
  expect(await put(grant, wav, { 'content-type': 'text/html' })).toBe(403);
  expect(await put({ ...grant, url: grant.url.replace('/leads/', '/leads/another-') })).toBe(403);
  expect((await fetch(grant.url)).status).toBe(403);
  expect((await fetch(grant.url, { method: 'DELETE' })).status).toBe(403);
  expect([await put(grant), await put(grant)]).toEqual([200, 412]);
  expect(await put(grant, wav, { 'if-none-match': '' })).toBe(403);
});

test('a file that is not announced, not recorded sound or too large gets no grant', async () => {
  const visitor = await openVisitorCall();
  await expect(requestGrant(visitor, undefined)).rejects.toMatchObject({ code: 'not_found' });
  const page = requestGrant(visitor, { type: 'text/html', size: 4000 });
  await expect(page).rejects.toMatchObject({ code: 'not_found' });
  const large = requestGrant(visitor, { type: 'audio/wav', size: 1024 * 1024 + 1 });
  await expect(large).rejects.toMatchObject({ code: 'too_large' });
});

test('a file that is no recording or larger than granted is deleted', async () => {
  const [page, large] = [new TextEncoder().encode('<html>'), silentWav(1024 * 1024 + 2)];
  const grant = await requestGrant(await openVisitorCall(), { type: 'audio/wav', size: page.length });
  expect(await put(grant, page)).toBe(200);
  await expect(confirmUpload(direct, grant.receipt)).rejects.toMatchObject({ code: 'invalid_audio' });
  const another = await requestGrant(await openVisitorCall(), announcedFile);
  const key = new URL(another.url).pathname.replace('/recordings/', '');
  bucket.files.set(key, { bytes: Buffer.from(large), type: 'audio/wav' });
  await expect(confirmUpload(direct, another.receipt)).rejects.toMatchObject({ code: 'too_large' });
  expect([grant, another].map(({ url }) => bucket.files.has(new URL(url).pathname.slice(12)))).toEqual([
    false,
    false,
  ]);
});

test('a completion for a bucket is refused, because buckets send none', async () => {
  const body = { type: 'blob.upload-completed', payload: { blob: { pathname: '' }, tokenPayload: '' } };
  await expect(handleUploadReport(direct, request(), body)).rejects.toMatchObject({ code: 'unauthorized' });
});

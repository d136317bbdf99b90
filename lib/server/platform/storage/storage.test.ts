import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBlobServer, type BlobServer } from '../../testing/blob-server.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { folderStorage } from './folder.ts';
import { s3Storage } from './s3.ts';
import type { SpooledFile, Storage } from './storage.ts';
import { blobStorage } from './vercel-blob.ts';

let folder: string;
let blobServer: BlobServer;
let s3Server: S3Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-storage-'));
  blobServer = await startBlobServer();
  s3Server = await startS3Server();
});
afterAll(async () => {
  await blobServer.close();
  await s3Server.close();
  await rm(folder, { recursive: true });
});

async function spoolFile(bytes: Buffer): Promise<SpooledFile> {
  const file = path.join(folder, 'spool', randomUUID());
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return { path: file, size: bytes.length, type: 'audio/webm' };
}

const newKey = () => `leads/${randomUUID()}.webm`;

async function read(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | null> {
  const body = await storage.get(key, range);
  return body === null ? null : Buffer.from(await new Response(body).arrayBuffer());
}

const drivers: [string, () => Storage][] = [
  ['folder', () => folderStorage(folder)],
  ['vercel blob', () => blobStorage(blobServer.token)],
  ['s3', () => s3Storage(s3Server.settings)],
];

test.each([
  ['vercel blob', (prefix?: string) => blobStorage(blobServer.token, prefix)],
  ['s3', (prefix?: string) => s3Storage(s3Server.settings, prefix)],
])('%s: two deployments in one store do not find each other’s files', async (_, open) => {
  const [production, preview] = [open(), open('previews/a/')];
  const [ours, theirs] = [newKey(), newKey()];
  await production.put(ours, await spoolFile(Buffer.from('ours')));
  await preview.put(theirs, await spoolFile(Buffer.from('theirs')));
  expect(await read(production, theirs)).toBeNull();
  expect(await read(preview, ours)).toBeNull();
  expect((await read(preview, theirs))?.toString()).toBe('theirs');
});

describe.each(drivers)('storage: %s', (_name, open) => {
  test('returns stored bytes, whole and in parts', async () => {
    const [storage, key, bytes] = [open(), newKey(), randomBytes(700_000)];
    await storage.put(key, await spoolFile(bytes));
    expect(bytes.equals((await read(storage, key)) ?? Buffer.alloc(0))).toBe(true);
    const parts = [
      { start: 0, end: 0 },
      { start: 300_000, end: 699_998 },
      { start: 699_999, end: 699_999 },
    ];
    for (const range of parts) {
      const part = await read(storage, key, range);
      expect(part?.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    }
  });

  test('stores a file that is too large for one piece', async () => {
    const [storage, key, bytes] = [open(), newKey(), randomBytes(17 * 1024 * 1024)];
    await storage.put(key, await spoolFile(bytes));
    expect(bytes.equals((await read(storage, key)) ?? Buffer.alloc(0))).toBe(true);
  });

  test('returns null for a key that was never stored, or was deleted twice', async () => {
    const [storage, key] = [open(), newKey()];
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, await spoolFile(Buffer.from('voice')));
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.get(key)).toBeNull();
  });

  test('refuses a key that this product does not make', async () => {
    const storage = open();
    for (const key of [
      '../x.webm',
      '/etc/passwd',
      'leads/../../x.webm',
      'leads//x.webm',
      'leads/x',
      '',
      'a\0.webm',
    ]) {
      await expect(storage.get(key)).rejects.toThrow('not a key');
      await expect(storage.delete(key)).rejects.toThrow('not a key');
      await expect(storage.put(key, await spoolFile(Buffer.from('x')))).rejects.toThrow('not a key');
    }
  });

  test('passes its own check', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });

  test('closes a file whose reader cancels', async () => {
    const [storage, key] = [open(), newKey()];
    await storage.put(key, await spoolFile(randomBytes(2_000_000)));
    const reader = (await storage.get(key))?.getReader();
    await reader?.read();
    await expect(reader?.cancel()).resolves.toBeUndefined();
  });
});

test('vercel blob: a file is stored privately and with its type', async () => {
  const key = newKey();
  await blobStorage(blobServer.token).put(key, await spoolFile(Buffer.from('voice')));
  expect(blobServer.blobs.get(key)).toMatchObject({ access: 'private', type: 'audio/webm' });
});

test('vercel blob: a wrong token fails check, put and get', async () => {
  const withWrongToken = blobStorage('vercel_blob_rw_teststore_wrong');
  await expect(withWrongToken.check()).rejects.toThrow();
  await expect(withWrongToken.put(newKey(), await spoolFile(Buffer.from('x')))).rejects.toThrow();
  await expect(withWrongToken.get(newKey())).rejects.toThrow();
});

test('folder: a failed upload leaves no file', async () => {
  const storage = folderStorage(path.join(folder, 'other'));
  const missing = { path: path.join(folder, 'never-was'), size: 1, type: 'audio/webm' };
  await expect(storage.put('leads/x.webm', missing)).rejects.toThrow();
  expect(await readdir(path.join(folder, 'other', 'audio', 'leads'))).toEqual([]);
});

describe('a bucket', () => {
  test('that fails twice is tried again; a wrong key fails at once', async () => {
    const [storage, key] = [s3Storage(s3Server.settings), newKey()];
    s3Server.failWith.push(503, 500);
    await storage.put(key, await spoolFile(Buffer.from('voice')));
    expect(s3Server.files.get(key)).toMatchObject({ type: 'audio/webm' });
    const withWrongKey = s3Storage({ ...s3Server.settings, secretAccessKey: 'wrong' });
    await expect(withWrongKey.get(key)).rejects.toThrow('403');
    await expect(withWrongKey.check()).rejects.toThrow('403');
  });

  test('that is read slowly is read to its end, and one that does not answer is given up', async () => {
    const [storage, key] = [s3Storage(s3Server.settings, '', 400), newKey()];
    await storage.put(key, await spoolFile(Buffer.from('voice')));
    const endsAtMs = Date.now() + 1_000;
    s3Server.writePiece = (response) => void (Date.now() > endsAtMs ? response.end() : response.write('a'));
    expect((await read(storage, key))?.toString()).toMatch(/a{20}$/);
    s3Server.writePiece = () => undefined;
    await expect(storage.get(key)).rejects.toThrow('No answer in time');
    s3Server.writePiece = undefined;
  });
});

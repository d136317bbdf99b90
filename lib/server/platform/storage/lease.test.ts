import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { db } from '../db.ts';
import { givenServer } from '../../testing/server.ts';
import { leaseFolder } from './lease.ts';

givenServer();

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'ovoz-lease-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('one folder at a time keeps the recordings; web apps may share it, and another takes over when it is gone', async () => {
  const [mine, other] = [await folder(), await folder()];
  await leaseFolder(mine);
  await leaseFolder(mine);
  await expect(leaseFolder(other)).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('S3_BUCKET'),
  });
  await db().$executeRaw`UPDATE "StorageLease" SET "seenAt" = now() - interval '2 minutes'`;
  await leaseFolder(other);
  await expect(leaseFolder(mine)).rejects.toMatchObject({ code: 'storage_failed' });
});

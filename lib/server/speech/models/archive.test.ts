import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unpackTar } from './archive.ts';
import { disk } from '../../testing/disk.ts';

vi.mock(import('node:fs/promises'), async () => (await import('../../testing/disk.ts')).fsOnDisk);

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-tar-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A tar entry whose header claims this size, with this content. */
function entry(name: string, size: string, content = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(size, 124);
  header.write('0', 156);
  header.fill(' ', 148, 156);
  header.write(`${header.reduce((sum, byte) => sum + byte, 0).toString(8)}\0`, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const unpack = (...entries: Buffer[]) => unpackTar(Readable.from(entries), folder, { maxBytes: 1000 });

test('the limit applies to all files together, and a negative size does not raise it', async () => {
  await unpack(entry('a', '10', Buffer.from('12345678')));
  expect(readdirSync(folder)).toEqual(['a']);
  const big = entry('b', '1001', Buffer.alloc(0o1001));
  await expect(unpack(big, big)).rejects.toMatchObject({ code: 'too_large' });
  await expect(unpack(entry('c', '-7000', Buffer.alloc(511)), big, big)).rejects.toThrow();
});

test('a file that would use up the reserve of the disk is refused before it is written', async () => {
  disk.freeBytes = 256 * 1024 * 1024 + 500;
  await expect(unpack(entry('a', '1000', Buffer.alloc(0o1000)))).rejects.toMatchObject({
    code: 'storage_full',
  });
  expect(readdirSync(folder)).toEqual([]);
});

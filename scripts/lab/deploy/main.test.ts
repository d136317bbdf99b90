import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('an unknown check is refused with the names of all', async () => {
  const main = path.join(import.meta.dirname, 'main.ts');
  await expect(promisify(execFile)(process.execPath, [main, 'manifest'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'There is no check manifest, only manifests, vercel, cluster, images.\n',
  });
});

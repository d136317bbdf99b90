import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { weighingCode } from './weighing-code.ts';

test('the code is what its text says', async () => {
  const file = path.join(import.meta.dirname, 'weighing.wat');
  const { parseWat } = await wabt();
  const { buffer } = parseWat(file, await readFile(file, 'utf8'), { simd: true }).toBinary({});
  expect(weighingCode).toBe(Buffer.from(buffer).toString('base64'));
});

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFile } from './fetch-file.ts';

const content = Buffer.from('a model '.repeat(10_000));
const published = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };

async function publisher(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-fetch-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const file = { url: `http://127.0.0.1:${address.port}/model.onnx`, ...published };
  return { file, folder, target: path.join(folder, 'model.onnx'), asked: () => asked };
}

test('fetches a file once', async () => {
  const { file, target, asked } = await publisher((_, response) => void response.end(content));
  await fetchFile(target, file);
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
  expect(asked()).toBe(1);
});

test('replaces a file that is not the published one', async () => {
  const { file, target } = await publisher((_, response) => void response.end(content));
  await writeFile(target, 'half');
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
});

const faults: [string, RequestListener, RegExp][] = [
  ['a page that says no', (_, response) => void response.writeHead(404).end('no'), /answered 404/],
  [
    'another file of the same size',
    (_, response) => void response.end(Buffer.alloc(content.length)),
    /not the file/,
  ],
  ['a file without end', (_, response) => void response.end(Buffer.alloc(content.length + 1)), /larger/],
  ['half a file', (_, response) => void response.end(content.subarray(0, 100)), /not the file/],
  ['nothing more', (_, response) => void response.write(content.subarray(0, 100)), /sent nothing/],
];

test.each(faults)('leaves nothing behind after %s', async (_, answer, message) => {
  const { file, folder, target } = await publisher(answer);
  await expect(fetchFile(target, file, { stallMs: 200 })).rejects.toThrow(message);
  expect(await readdir(folder)).toEqual([]);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dataDirectory } from '../../testing/server.ts';
import { removeLeftovers } from './add-model.ts';
import { claimFetch, ownRecord, partsFolder, readRecord, writeRecord } from './fetch-record.ts';
import { modelsFolder } from './folder.ts';

process.env.DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'ovoz-records-'));
afterAll(() => rmSync(dataDirectory(), { recursive: true }));

test('whoever reads a record while it is written reads all of it', async () => {
  const folder = await claimFetch('vosk-uz');
  const longer = { ...ownRecord(), totalBytes: 123_456_789 };
  let isOver = false;
  const reads: unknown[] = [];
  const read = async () => {
    while (!isOver) reads.push((await readRecord(folder))?.record);
  };
  const readers = [read(), read(), read()];
  for (let times = 0; times < 300; times++) await writeRecord(folder, times % 2 ? longer : ownRecord());
  isOver = true;
  await Promise.all(readers);
  expect(reads).not.toContain(undefined);
});

test('a process that starts and clears up leaves what another one writes', async () => {
  const folder = await claimFetch('vosk-ru');
  let isOver = false;
  const clear = async () => {
    while (!isOver) await removeLeftovers();
  };
  const cleared = clear();
  for (let times = 1; times <= 300; times++) {
    await writeRecord(folder, { ...ownRecord(), totalBytes: times });
    expect((await readRecord(folder))?.record.totalBytes).toBe(times);
  }
  isOver = true;
  await cleared;
  rmSync(folder, { recursive: true });
});

test('a removed model gets no record', async () => {
  rmSync(partsFolder('vosk-uz'), { recursive: true });
  await writeRecord(partsFolder('vosk-uz'), ownRecord());
  expect(readdirSync(modelsFolder())).toEqual([]);
});

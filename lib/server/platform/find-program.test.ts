import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from './find-program.mjs';

let folder = '';
const at = (...names: string[]) => path.join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'find-program-'));
  for (const name of ['text', 'folder', 'good']) await mkdir(at(name));
  await writeFile(at('text', 'tool'), '');
  await mkdir(at('folder', 'tool'));
  await writeFile(at('good', 'tool'), '#!/bin/sh\n');
  await chmod(at('good', 'tool'), 0o755);
});

afterAll(() => rm(folder, { recursive: true }));

test('finds the first file of that name that can be run', () => {
  const search = [at('missing'), '', at('text'), at('folder'), at('good')].join(path.delimiter);
  expect(findProgram(['tool'], search)).toBe(at('good', 'tool'));
});

test('returns undefined if no folder has the program', () => {
  expect(findProgram(['tool'], at('text'))).toBeUndefined();
  expect(findProgram(['tool'], '')).toBeUndefined();
});

test('does not search the current folder', () => {
  const relative = path.relative(process.cwd(), at('good'));
  expect(findProgram(['tool'], [relative, '.'].join(path.delimiter))).toBeUndefined();
});

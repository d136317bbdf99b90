import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEnv, variableNames } from '../lib/server/platform/env.ts';

/** The start command and tests set it, never a person. */
const internal = ['ADMIN_WITHOUT_PASSWORD'];

const lines = readFileSync('.env.example', 'utf8').split('\n');
const entries = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('='));

test('.env.example names every variable that a person may set, and no other', () => {
  const exampleNames = entries.map(([name]) => name).sort();
  expect(exampleNames).toEqual(variableNames.filter((name) => !internal.includes(name)).sort());
});

test('.env.example shows the defaults: an unchanged copy changes nothing', () => {
  expect(parseEnv(Object.fromEntries(entries))).toEqual(parseEnv({}));
});

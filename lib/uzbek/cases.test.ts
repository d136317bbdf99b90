import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toSpoken } from './index.ts';

const cases = readFileSync(path.join(import.meta.dirname, 'cases.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => line.split('\t'));

test('the table has at least 200 cases, each with a text, its spoken form and a rule', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  for (const columns of cases) expect(columns, columns.join(' | ')).toHaveLength(3);
});

test.each(cases)('%s is spoken as %s (%s)', (written, spoken) => {
  expect(toSpoken(written ?? '')).toBe(spoken);
  expect(toSpoken(spoken ?? '')).toBe(spoken);
});

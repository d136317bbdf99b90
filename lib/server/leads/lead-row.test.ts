import { expect, test } from 'vitest';
import { summaryText } from './lead-row.ts';

test.each([
  ['of fields', { ism: 'Karim \ud83d' }, '{"ism":"Karim \ufffd"}'],
  ['of plain text', 'Karim \ud83d', 'Karim \ufffd'],
])('half a character in a stored summary %s is replaced', (_, stored, text) => {
  expect(summaryText(stored)).toBe(text);
});

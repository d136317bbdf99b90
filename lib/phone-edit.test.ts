import { describe, expect, test } from 'vitest';
import { editPhone } from './phone';

/** Writes a field's value with | at the caret. */
function withCaret({ value, caret }: { value: string; caret: number }): string {
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

/** Applies the browser's edit, then the field's formatting. `[` and `]` stand for a selection. */
function edit(field: string, change: { insert: string } | 'backspace' | 'delete'): string {
  const start = field.search(/[|[]/);
  const previous = field.replace(/[|[\]]/g, '');
  const end = field.includes(']') ? field.indexOf(']') - 1 : start;
  const selected = end > start;
  const inserted = typeof change === 'object' ? change.insert : '';
  const from = change === 'backspace' && !selected ? Math.max(start - 1, 0) : start;
  const to = change === 'delete' && !selected ? Math.min(end + 1, previous.length) : end;
  const typed = previous.slice(0, from) + inserted + previous.slice(to);
  if (typed === previous) return field;
  const inputType =
    typeof change === 'object'
      ? 'insertText'
      : change === 'backspace'
        ? 'deleteContentBackward'
        : 'deleteContentForward';
  return withCaret(editPhone({ previous, typed, caret: from + inserted.length, inputType }));
}

describe('typing', () => {
  test.each([
    ['|', '9', '+998 9|'],
    ['|', '+', '+|'],
    ['+|', '9', '+9|'],
    ['+|', '3', '+3|'],
    ['|', '3', '+998 3|'],
    ['|', '8', '+998 8|'],
    ['|', 'a', '|'],
    ['+998 90|', '1', '+998 90 1|'],
    ['+998 9|1 234', '0', '+998 90| 123 4'],
    ['+998 90| 123 45', '7', '+998 90 7|12 34 5'],
    ['+998 90 |123 45', '7', '+998 90 7|12 34 5'],
    ['+998 90 123| 45 67', '9', '+998 90 123 9|4 56'],
    ['+998 90 1|23', 'x', '+998 90 1|23'],
    ['+998 90 123 45 67|', '8', '+998 90 123 45 67|'],
    // The person types the country code after the field has inserted it.
    ['+998 99 890 12 34|', '5', '+998 90 123 45|'],
    // A partly deleted code stays as the person left it.
    ['+9|01 23', '9', '+99|0123'],
  ])('%s + %s gives %s', (field, key, after) => {
    expect(edit(field, { insert: key })).toBe(after);
  });

  test.each([
    ['901234567', '+998 90 123 45 67|'],
    ['998901234567', '+998 90 123 45 67|'],
    ['+998901234567', '+998 90 123 45 67|'],
    ['+998 90 123-45-67', '+998 90 123 45 67|'],
    ['331234567', '+998 33 123 45 67|'],
    ['8901234567', '+998 90 123 45 67|'],
    ['00998771234567', '+998 77 123 45 67|'],
    ['+998123456', '+998 12 345 6|'],
  ])('%s typed key by key gives %s', (keys, after) => {
    expect([...keys].reduce((field, key) => edit(field, { insert: key }), '|')).toBe(after);
  });
});

describe('deleting', () => {
  test.each([
    ['+998 90 1|23', 'backspace', '+998 90| 23'],
    ['+998 90 |123', 'backspace', '+998 9|1 23'],
    ['+998 90| 123', 'delete', '+998 90| 23'],
    ['+998 9|0 123', 'delete', '+998 9|1 23'],
    ['+998 |90', 'backspace', '+99|90'],
    ['+998|', 'backspace', '+99|'],
    ['+9|', 'backspace', '|'],
    ['+|', 'backspace', '|'],
    ['+|998 90', 'backspace', '+|998 90'],
    ['|+998 90', 'delete', '+|9890'],
    ['+998 [90 123] 45 67', 'backspace', '+998| 45 67'],
    ['[+998 90 123 45 67]', 'backspace', '|'],
    ['[+998 ]90 123 45 67', 'delete', '+|901234567'],
  ] as const)('%s and %s gives %s', (field, key, after) => {
    expect(edit(field, key)).toBe(after);
  });

  test('a held backspace empties the field', () => {
    let field = '+998 90 123 45 67|';
    for (let presses = 0; presses < 13; presses++) field = edit(field, 'backspace');
    expect(field).toBe('|');
  });

  test('is recognised by a shorter text if the browser gives no inputType', () => {
    expect(withCaret(editPhone({ previous: '+998 90 1', typed: '+998 90 ', caret: 8 }))).toBe('+998 90|');
  });
});

describe('pasting', () => {
  test.each([
    ['|', '+998 (90) 123-45-67', '+998 90 123 45 67|'],
    ['|', '90 123 45 67', '+998 90 123 45 67|'],
    ['+998 |', '+998901234567', '+998 90 123 45 67|'],
    ['|', '8 (90) 123-45-67', '+998 90 123 45 67|'],
    ['+998 |', '8 90 123 45 67', '+998 90 123 45 67|'],
    ['|', 'tel: 00998 33 123 45 67', '+998 33 123 45 67|'],
    ['+998 90 |45 67', '123', '+998 90 123| 45 67'],
    ['+998 [90] 123 45 67', '33', '+998 33| 123 45 67'],
    ['[+998 90 123 45 67]', '97 765 43 21', '+998 97 765 43 21|'],
    ['[+998 90 123 45 67]', '9', '+998 9|'],
    ['+998 90 12[3 45] 67', '9', '+998 90 129| 67'],
  ])('%s with %s gives %s', (field, text, after) => {
    expect(edit(field, { insert: text })).toBe(after);
  });
});

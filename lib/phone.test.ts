import { describe, expect, test } from 'vitest';
import { formatPhone, phoneProblem } from './phone';

describe('formatPhone', () => {
  test.each([
    ['', ''],
    ['+', ''],
    ['9', '+998 9'],
    ['90', '+998 90'],
    ['901234567', '+998 90 123 45 67'],
    ['998901234567', '+998 90 123 45 67'],
    ['+998 (90) 123-45-67', '+998 90 123 45 67'],
    ['+998 90 123 45 678', '+998 90 123 45 67'],
    // The country code typed after the field had added it: the first one was too many.
    ['+998 99 890 12 34567', '+998 90 123 45 67'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  test('shows the same number at every keystroke, whether or not the country code is typed', () => {
    const type = (keys: string) => [...keys].reduce((value, key) => formatPhone(value + key), '');
    expect(type('901234567')).toBe('+998 90 123 45 67');
    expect(type('998901234567')).toBe('+998 90 123 45 67');
    expect(type('+998901234567')).toBe('+998 90 123 45 67');
    expect(type('998123456')).toBe('+998 99 812 34 56');
  });
});

describe('phoneProblem', () => {
  const operators = [90, 91, 92, 93, 94, 95, 97, 98, 99, 33, 50, 51, 52, 53, 54, 55, 88, 89, 60, 69, 70, 79];

  test.each(operators)('operator %i is valid', (code) => {
    expect(phoneProblem(`+998 ${code} 123 45 67`)).toBeNull();
  });

  test.each([
    ['', 'phone_required'],
    [' + ', 'phone_required'],
    ['+998 96 123 45 67', 'phone_invalid'],
    ['+998 59 123 45 67', 'phone_invalid'],
    ['+998 80 123 45 67', 'phone_invalid'],
    ['+998 90 123 45 6', 'phone_invalid'],
    ['+998 90 123 45 678', 'phone_invalid'],
    ['+997 90 123 45 67', 'phone_invalid'],
    ['901234567', 'phone_invalid'],
  ])('%j is %s', (typed, problem) => {
    expect(phoneProblem(typed)).toBe(problem);
  });
});

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
    ['331234567', '+998 33 123 45 67'],
    ['50 123-45-67', '+998 50 123 45 67'],
    ['8 90 123 45 67', '+998 90 123 45 67'],
    ['8 (33) 123.45.67', '+998 33 123 45 67'],
    ['8 10 998 90 123 45 67', '+998 90 123 45 67'],
    ['810998 33 123-45-67', '+998 33 123 45 67'],
    ['88 123 45 67', '+998 88 123 45 67'],
    ['00998 77 123 45 67', '+998 77 123 45 67'],
    ['tel: 00 998 / 90 / 123 45 67', '+998 90 123 45 67'],
    ['+998 8 90 123 45 67', '+998 90 123 45 67'],
    ['+998 (0)90 123 45 67', '+998 90 123 45 67'],
    ['+998 00998901234567', '+998 90 123 45 67'],
    ['+90 532 123 45 67', '+905321234567'],
    ['+7 901 234-56-78', '+79012345678'],
    ['7 901 234-56-78', '+79012345678'],
    ['8 (901) 234-56-78', '+89012345678'],
    ['+901 23 456 7', '+998 90 123 45 67'],
    ['+998 (90) 123-45-67', '+998 90 123 45 67'],
    ['+998 90 123 45 678', '+998 90 123 45 67'],
    // The person typed the country code after the field had inserted it.
    ['+998 99 890 12 34567', '+998 90 123 45 67'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  test('shows the same number at every keystroke, whether or not the country code is typed', () => {
    const type = (keys: string) => [...keys].reduce((value, key) => formatPhone(value + key), '');
    expect(type('901234567')).toBe('+998 90 123 45 67');
    expect(type('998901234567')).toBe('+998 90 123 45 67');
    expect(type('+998901234567')).toBe('+998 90 123 45 67');
    expect(type('8 10 998 90 123 45 67')).toBe('+998 90 123 45 67');
    expect(type('998123456')).toBe('+998 99 812 34 56');
  });
});

describe('phoneProblem', () => {
  const operators = [90, 91, 92, 93, 94, 95, 97, 98, 99, 33, 50, 51, 52, 53, 54, 55, 88, 89, 60, 69, 70, 79];

  test.each(operators)('operator %i is valid', (code) => {
    expect(phoneProblem(`+998 ${code} 123 45 67`)).toBeNull();
  });

  test.each(operators)('operator %i is valid as people in the country write it', (code) => {
    for (const typed of [
      `${code}1234567`,
      `8 ${code} 123 45 67`,
      `00998${code}1234567`,
      `998-${code}-1234567`,
    ])
      expect([typed, phoneProblem(typed)]).toEqual([typed, null]);
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
    ['+90 532 123 45 67', 'phone_invalid'],
    ['+7 901 234-56-78', 'phone_invalid'],
    ['0998 90 123 45 67', 'phone_invalid'],
  ])('%j is %s', (typed, problem) => {
    expect(phoneProblem(typed)).toBe(problem);
  });
});

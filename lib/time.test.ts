import { expect, test } from 'vitest';
import { clockFrom, dayInWords, minutesSeconds, paddedMinutesSeconds, tenthsOfSeconds } from './time';

test.each([
  [0, '0:00', '00:00'],
  [7.9, '0:07', '00:07'],
  [60, '1:00', '01:00'],
  [1799, '29:59', '29:59'],
  [3671, '61:11', '61:11'],
  [-3, '0:00', '00:00'],
])('%d s is %s, and padded %s', (seconds, short, padded) => {
  expect(minutesSeconds(seconds)).toBe(short);
  expect(paddedMinutesSeconds(seconds)).toBe(padded);
});

test('clockFrom rounds up to the next whole minute', () => {
  const at = (seconds: number) => clockFrom(new Date(2027, 0, 15, 14, 34, seconds).getTime(), 'uz');
  expect([at(0), at(5), at(59)]).toEqual(['14:34', '14:35', '14:35']);
});

test('tenths of seconds have the decimal mark of the language, in a browser without Uzbek too', () => {
  expect(tenthsOfSeconds(0.449, 'en')).toBe('0.4');
  expect(tenthsOfSeconds(12, 'uz')).toBe('12,0');
  expect(tenthsOfSeconds(1.26, 'uz')).toBe('1,3');
});

test.each([
  ['uz', '2026-yil 22-noyabr'],
  ['ru', '22 ноября 2026 г.'],
  ['en', 'November 22, 2026'],
] as const)('a day in words of %s is %s', (language, words) => {
  expect(dayInWords('2026-11-22', language)).toBe(words);
});

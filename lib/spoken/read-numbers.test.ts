import { describe, expect, it, test } from 'vitest';
import { languages } from '../i18n/language.ts';
import { spoken } from './index.ts';
import { numbersIn, tokensOf, unified } from './read-numbers.ts';

function read(text: string): number[] {
  const written = unified(text);
  return numbersIn(written, tokensOf(written)).map(({ value }) => value);
}

describe('numbersIn reads numbers from their spoken form', () => {
  const values = [
    0, 1, 2, 7, 10, 11, 14, 19, 20, 21, 45, 99, 100, 101, 250, 999, 1_000, 1_500, 12_500, 450_000, 1_200_000,
    2_000_003,
  ];
  it.each(languages)('in %s', (language) => {
    for (const value of values) expect(read(spoken(String(value), language)), String(value)).toEqual([value]);
  });
});

test.each([
  ['toʻqqiz yuz ming soʻm', [900_000]],
  ['bir yarim million', [1_500_000]],
  ['besh milliondan', [5_000_000]],
  ['oʻn toʻrtinchi uy', [14]],
  ['uchta, bitta', [3, 1]],
  ['полтора миллиона', [1_500_000]],
  ['два с половиной миллиона', [2_500_000]],
  ['от восьмисот тысяч', [800_000]],
  ['первого декабря', [1]],
  ['one and a half million', [1_500_000]],
  ['two hundred and five', [205]],
  ['1 500 000, 25,000, 1,5 mln, 500k', [1_500_000, 25_000, 1_500_000, 500_000]],
  ['90 981-62-97', [90, 981, 62, 97]],
  ['toʻqson, toʻqqiz yuz sakson bir, oltmish ikki', [90, 981, 62]],
  ['uchun, birga boʻlsin', [1]],
  ['nothing here', []],
  ['va h. k.', []],
])('numbersIn reads %j as %j', (text, values) => {
  expect(read(text)).toEqual(values);
});

import { expect, test } from 'vitest';
import { phoneSearchText, searchText, searchWords } from './search-text';

test.each([
  ['Oʻzbek', 'ozbek'],
  ["O'zbek", 'ozbek'],
  ['o‘zbek', 'ozbek'],
  ['Ўзбек', 'ozbek'],
  ['Õzbek, ōzbek', 'ozbek ozbek'],
  ['Şahar, çoy, tuğ, ḡoya', 'shahar choy tug goya'],
  ['узбекский', 'ozbekskiy'],
  ['Uzbekistan', 'ozbekistan'],
  ['из Ташкента', 'iz toshkenta'],
  ['Бухара, Bukhara, Buxoro', 'buxoro buxoro buxoro'],
  ['maʼno', 'mano'],
  ['маъно', 'mano'],
  ['Ғиждувон', 'gijduvon'],
  ['Чўлпон, Кеча!', 'cholpon kecha'],
  ['Йўлдош', 'yoldosh'],
  ['Ёлка — съезд', 'yolka sezd'],
  ['Café №5', 'cafe no5'],
  ['  ', ''],
])('%j has the searchable form %j', (text, searched) => {
  expect(searchText(text)).toBe(searched);
});

test('a query becomes its searchable words, ten at most', () => {
  expect(searchWords('Salom, дунё!')).toEqual(['salom', 'dunyo']);
  expect(searchWords('a '.repeat(50))).toHaveLength(10);
  expect(searchWords('&|!:*()')).toEqual([]);
});

test('a phone number is searchable whole, without the country, and by its last seven or four digits', () => {
  expect(phoneSearchText('+998901234567')).toBe('998901234567 901234567 1234567 4567');
});

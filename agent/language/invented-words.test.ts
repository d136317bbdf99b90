import { expect, it } from 'vitest';
import { withoutInventedWords } from './invented-words.ts';

it.each([
  'Thanks for watching!',
  'Thank you for watching.',
  'Thank you so much for watching, see you in the next video!',
  'Please subscribe to my channel.',
  "Don't forget to like and subscribe!",
  'I’ll see you in the next one.',
  'We’ll see you in the next video.',
  'Subtitles by the Amara.org community',
  'Translated by Hong Kong.',
  'To be continued...',
  'Субтитры сделал DimaTorzok',
  'Субтитры создавал DimaTorzok.',
  'Субтитры подогнал «Симон»!',
  'Редактор субтитров А.Синецкая Корректор А.Егорова',
  'Продолжение следует...',
  'Спасибо за просмотр!',
  'Подписывайтесь на канал и ставьте лайки!',
  'Ставьте лайки.',
  'СПОКОЙНАЯ МУЗЫКА',
  'Kanalga obuna boʻling!',
  "Obuna bo'lishni unutmang.",
  'Obuna boʻling',
  'Tomosha qilganingiz uchun rahmat!',
  'Davomi bor...',
  'Altyazı M.K.',
  'İzlediğiniz için teşekkür ederim.',
])('%s is removed as invented', (text) => {
  expect(withoutInventedWords(text)).toBe('');
});

it.each([
  'Rahmat, xayr.',
  'Thank you. Goodbye.',
  'Спасибо, до свидания.',
  'Obuna narxi qancha?',
  'Я делаю субтитры для фильмов.',
  'Мы продаём музыку. Это наш канал.',
  'How much is the subscription?',
  'I have a YouTube channel, I want more people to subscribe.',
  'Men blogerman, kanalim bor.',
  'Amir Temur koʻchasi 5. Ertaga soat 10.30 da.',
  'The end of the month suits me.',
  '',
])('%s stays', (text) => {
  expect(withoutInventedWords(text)).toBe(text);
});

it.each([
  ['До свидания. Субтитры создавал DimaTorzok', 'До свидания.'],
  ['Mening ismim Aziz. Obuna boʻling!', 'Mening ismim Aziz.'],
  ['My name is Madina. Thanks for watching!', 'My name is Madina.'],
])('invented words after real ones are removed: %s', (text, remaining) => {
  expect(withoutInventedWords(text)).toBe(remaining);
});

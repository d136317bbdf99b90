import { expect, test } from 'vitest';
import { isFarewell } from './farewell.ts';

test.each([
  'Thank you, Dilnoza. Goodbye!',
  'A colleague will call you tomorrow at ten. Good bye',
  'Goodbye! Thank you for calling. 😊',
  'Bye-bye!',
  'Talk to you tomorrow, Aziz!',
  'Thank you, take care!',
  'Have a great day!',
  'Спасибо, всего вам доброго!',
  'До свидания!',
  'Спасибо, до завтра!',
  'Ну до встречи, Анна!',
  'Желаю вам хорошего дня!',
  'Хорошего дня и удачи!',
  'I hope you have a great day!',
  'Vaqtim yoʻq, xayr',
  'Мы перезвоним завтра. Хорошего дня!',
  'Ну пока!',
  'Rahmat, salomat boʻling!',
  "Sog' bo'ling, Aziz!",
  'Xayr, koʻrishguncha!',
  'Rahmat. Sizga xayrli kun tilayman.',
  'Have a great rest of your day.',
  'Thank you. Talk soon!',
  'Спасибо вам. Удачи вам!',
  'Отличного вам дня!',
  'Rahmat. Xayrli kun!',
  'Sizga yaxshi kunlar tilayman!',
  'Kuningiz xayrli boʻlsin!',
])('“%s” is a farewell', (reply) => {
  expect(isFarewell(reply)).toBe(true);
});

test.each([
  'Goodbye? Not yet, I hope.',
  'Before we say good bye, tell me your name.',
  'Goodbye is what you sell. That is a shop for carpets. I see. Tell me more.',
  'I see you sell carpets.',
  'We will take care of that.',
  'See you have a shop, good.',
  'The standby service is free.',
  'Пока не знаю.',
  'До завтрашнего дня мы открыты.',
  'Доброго дня! Как вас зовут?',
  'Доброго дня! Меня зовут Анна.',
  'Доброго дня, меня зовут Анна',
  'Напоминать клиентам за час до встречи',
  'Надо сделать до завтра',
  'Перезвоните мне до завтра',
  'Мы желаем хорошего дня каждому клиенту',
  'Xayr ehson jamgʻarmasida ishlayman',
  'I want callers to have a good day',
  'Xayrli kun! Men Ovozman.',
  'Xayriya jamgʻarmasi haqida ayting.',
  'Xayr-ehson haqida ayting.',
  'Удачи в делах, расскажите ещё.',
  'I wish you all the best with the shop and will tell them.',
  'Omad ham kerak, tushunaman.',
])('“%s” is no farewell', (reply) => {
  expect(isFarewell(reply)).toBe(false);
});

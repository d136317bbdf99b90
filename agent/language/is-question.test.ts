import { expect, it } from 'vitest';
import { doubtOf, isQuestion, isGreetingOrRepeatRequest } from './is-question.ts';

it.each([
  'Narxi?',
  'narxi qancha',
  'Salom, narxi qancha turadi',
  'qachon ochilasizlar',
  'Yakshanba kuni ham ishlaysizlarmi',
  'сколько это стоит',
  'а когда вы работаете',
  'цена какая',
  'А до скольки вы работаете',
  'Во сколько вы завтра открываетесь',
  'Ertaga ertalab soat nechchida',
  'Siz robotmisiz',
  'how much does it cost',
  'Hello, when do you open',
  'do you work on Sundays',
  'what does it do',
  'whose turn is it',
])('a question, with or without its mark: %s', (text) => expect(isQuestion(text)).toBe(true));

it.each([
  '',
  'Aziz',
  'Mening ismim Aziz',
  'Mijozlar koʻpaysin, telefonga javob bersin',
  'Меня зовут Анна',
  'Хочу, чтобы агент отвечал, когда я занята с пациентом',
  'Где-то пять лет',
  'С какого-то времени',
  'Кто-то из друзей посоветовал',
  'Hech kim',
  'Hech nima',
  'Qachon boʻlsa ham',
  'Когда угодно',
  'My name is Aziz and I own a clinic',
  'Wholesale carpets',
  'What I need is more patients',
  'I want it to answer when I am with a patient',
])('no question: %s', (text) => expect(isQuestion(text)).toBe(false));

it.each([
  ['Viktor Kim', undefined],
  ['Kim', undefined],
  ['Bu kim', 'question'],
  ['Kim?', 'question'],
])('to a question for a name, “%s” is %s', (text, doubt) =>
  expect(doubtOf(text, 'uz', { short: true })).toBe(doubt),
);

it.each([
  'Nima dedingiz?',
  'Kechirasiz?',
  'Eshitmadim',
  'Qaytaring iltimos',
  'Assalomu alaykum',
  'Xayrli kun',
  'Доброго дня!',
  'Good evening',
  'Что?',
  'Простите, не расслышала',
  'Я вас не понял',
  'Ещё раз, пожалуйста',
  'Sorry, what did you say?',
  "I didn't catch that",
  'Could you repeat that please?',
  'Hello!',
])('a greeting or a request to repeat: %s', (text) => expect(isGreetingOrRepeatRequest(text)).toBe(true));

it.each([
  '',
  'Nima kerak boʻlsa',
  'Narxi nima',
  'Tushundim',
  '5-6 kun',
  '3 дня',
  'Evening',
  'Я вас слышу',
  'Что вы делаете?',
  'What is the price?',
])('neither a greeting nor a request to repeat: %s', (text) =>
  expect(isGreetingOrRepeatRequest(text)).toBe(false),
);

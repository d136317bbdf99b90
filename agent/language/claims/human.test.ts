import { expect, test } from 'vitest';
import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { ClaimCheck } from './claims.ts';

const check = new ClaimCheck(interviewPlan.parse({}));
const find = (sentence: string, visitor: string[] = []) =>
  check.find(sentence, { visitor, known: [], now: new Date() });

test.each([
  'Yes, I am a real person.',
  'Of course I’m human.',
  'I’m not a robot!',
  'Да, я живой человек.',
  'Я не робот.',
  'Ha, men odamman.',
  'Men robot emasman.',
  'You are talking to a real person.',
  'Вы говорите с живым человеком.',
  'Я живой оператор.',
  'Siz tirik odam bilan gaplashyapsiz.',
  'Men jonli operatorman.',
])("an agent's claim to be human is detected: %s", (sentence) => {
  expect(find(sentence)).toBe('human');
});

test.each([
  'I’m an AI, not a person.',
  'I am not a human.',
  'Are you a person or a company?',
  'A real person will call you.',
  'I am Madina’s assistant.',
  'Я искусственный интеллект, не человек.',
  'Я не человек.',
  'Вам перезвонит живой человек.',
  'Men sunʼiy intellektman, odam emasman.',
  'Sizga tirik odam qoʻngʻiroq qiladi.',
  'You will be talking to a real person.',
  'Потом вы поговорите с человеком.',
])('no claim to be human: %s', (sentence) => {
  expect(find(sentence)).toBeUndefined();
});

test.each([
  ['93 777 66 55', ['Ninety three', 'seven seven seven six six five five']],
  ['90 981 62 97', ['toʻqson toʻqqiz yuz sakson bir oltmish ikki toʻqson yetti']],
  ['90 981 62 97', ['ninety nine eight one six two nine seven']],
  ['90 955 62 97', ['nine oh', 'nine double five six two nine seven']],
])('a dictated number counts as the visitor’s: %s as %j', (number, turns) => {
  const sentence = `Your number is +998 ${number}.`;
  expect(find(sentence, turns)).toBeUndefined();
  const last = turns.at(-1)?.split(' ').slice(0, -1).join(' ') ?? '';
  expect(find(sentence, [...turns.slice(0, -1), last])).toBe('phone');
});

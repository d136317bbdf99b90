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
])('an agent that claims to be human is not believed: %s', (sentence) => {
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
])('one that says what it is is: %s', (sentence) => {
  expect(find(sentence)).toBeUndefined();
});

test('a number that was dictated in two turns is the visitor’s', () => {
  const number = 'Your number is +998 93 777 66 55.';
  expect(find(number, ['Ninety three', 'seven seven seven six six five five'])).toBeUndefined();
  expect(find(number, ['Ninety three', 'seven seven seven six six'])).toBe('phone');
});

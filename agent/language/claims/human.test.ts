import { expect, test } from 'vitest';
import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { ClaimCheck } from './claims.ts';

const check = new ClaimCheck(interviewPlan.parse({}));
const find = (sentence: string) => check.find(sentence, { visitor: [], known: [], now: new Date() });

test.each([
  'Yes, I am a real person.',
  'Of course I’m human.',
  'Of course I’m a person, how can I help?',
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
  'Would you like to talk, if I may ask, to a person?',
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
  'Don’t worry, this call is not recorded.',
  'I am not recording you.',
  'Nothing is being recorded.',
  'Разговор не записывается.',
  'Мы вас не записываем.',
  'Suhbat yozilmayapti.',
  'Bu qoʻngʻiroq yozib olinmaydi.',
  'Biz suhbatni yozib olmaymiz.',
])('a claim that the call is not recorded is detected: %s', (sentence) => {
  expect(find(sentence)).toBe('recording');
});

test.each([
  'Yes, this call is recorded.',
  'If you do not want to be recorded, I end the call.',
  'Разговор записывается.',
  'Suhbat yozib olinadi.',
  'Я сама не записываю на приём.',
  'Мы не записываем клиентов на процедуры.',
  'Uzr, yozib olmadim, qaytaring.',
  'Siz hali guruhga yozilmagansiz.',
  'Hali yozilmadingiz.',
])('no claim about the recording: %s', (sentence) => {
  expect(find(sentence)).toBeUndefined();
});

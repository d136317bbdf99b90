import { describe, expect, it, test } from 'vitest';
import { type Language, languages } from '../../lib/i18n/language.ts';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languageOf } from './language-of.ts';
import { scriptOf, scriptSentences, textOf } from '../../lib/server/plan/script.ts';

const plan = interviewPlan.parse({});

test.each(languages)('no sentence of the script in %s is taken for another language', (language) => {
  const detected = scriptSentences(scriptOf(plan, language)).map((each) =>
    languageOf(textOf(each, plan, language)),
  );
  expect(new Set(detected.filter((each) => each !== undefined))).toEqual(new Set([language]));
  expect(detected.filter((each) => each === undefined).length).toBeLessThan(detected.length / 2);
});

test('the filler for a slow model is a sentence of the script', () =>
  expect(scriptSentences(scriptOf(plan, 'uz'))).toContain('agent_moment'));

describe('the language of words', () => {
  it.each<[Language, string]>([
    ['ru', 'Меня зовут Дильшод.'],
    ['ru', 'Здравствуйте, давайте по-русски'],
    ['uz', 'Mening ismim Aziza, stomatologman.'],
    ['uz', 'Men oʻzbekcha gapirmoqchi edim'],
    ['uz', 'Мен ўзбекча гаплашмоқчиман'],
    ['uz', 'Менинг исмим Азиз, мен шифокорман'],
    ['uz', 'Ассалому алайкум, нарзи канча, билмадим'],
    ['uz', 'Менга эртага кечкурун телефон килинг'],
    ['uz', 'Mijozlarning telefonlari kelmayapti'],
    ['uz', 'Mijozlar bor'],
    ['uz', 'Darslar soat uchda boshlanadi'],
    ['ru', 'Меня зовут Яна Ким'],
    ['ru', 'У меня тренинг, приходите'],
    ['ru', 'Запись пациентов и напоминания'],
    ['ru', 'Сколько стоит тренинг'],
    ['ru', 'Стоматология круглосуточно Ташкент Юнусабад недорого'],
    ['en', 'Can we speak English, please?'],
    ['en', 'My name is Madina and I run a school.'],
  ])('%s: %s', (language, text) => expect(languageOf(text)).toBe(language));

  it.each([
    '',
    '…',
    'Aziz',
    'Салом',
    'Да',
    'OK',
    'Click, Payme',
    'Азиз Каримов',
    'Алишер Навоий',
    'Стоматологман',
    '+998 90 123 45 67',
    'Google Ads',
    'Popular similar dollar',
    'Carpet cleaning, training',
    'Субтитры сделал DimaTorzok',
    'Продолжение следует',
    'Быстрый Кыргызстан',
    'Ўткир Ҳамидов',
    'Стоматология круглосуточно Ташкент',
  ])('is not shown by "%s"', (text) => expect(languageOf(text)).toBeUndefined());
});

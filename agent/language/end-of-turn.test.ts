import { describe, expect, it } from 'vitest';
import { languages } from '../../lib/i18n/language.ts';
import { sentences } from '../testing/sentences.ts';
import { type ExpectedAnswer, expectedAnswer, completenessOf } from './end-of-turn.ts';
import { timing } from '../conversation/timing.ts';

const { short, whole, open, begun, patient } = timing.endpoint;

/** The wait if only the question counted. */
const fixedMs: Record<ExpectedAnswer, number> = { short: 350, number: 600, open: 600 };
const waitMs = (text: string, asked: ExpectedAnswer, language: (typeof languages)[number]) =>
  timing.endpoint[completenessOf({ text, language, answerKind: asked })];
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

describe.each(languages)('100 labelled sentences: %s', (language) => {
  const sentencesIn = (state: 'begun' | 'complete') =>
    sentences.filter((each) => each.language === language && each.state === state);
  const waits = (state: 'begun' | 'complete') =>
    sentencesIn(state).map(({ text, asked }) => waitMs(text, asked, language));

  it('has 50 begun and 50 complete ones', () =>
    expect([sentencesIn('begun').length, sentencesIn('complete').length]).toEqual([50, 50]));

  it.each(sentencesIn('begun'))('“$text” goes on ($asked)', ({ text, asked }) =>
    expect(waitMs(text, asked, language)).toBeGreaterThanOrEqual(patient),
  );

  it.each(sentencesIn('complete'))('“$text” is complete ($asked)', ({ text, asked }) =>
    expect(waitMs(text, asked, language)).toBeLessThanOrEqual(fixedMs[asked]),
  );

  it('the median wait after a complete one is not longer than a fixed wait', () => {
    const fixed = median(sentencesIn('complete').map(({ asked }) => fixedMs[asked]));
    const figures = { begun: median(waits('begun')), complete: median(waits('complete')), fixed };
    console.info(`${language}: median wait, ms`, figures);
    expect(figures.complete).toBeLessThanOrEqual(fixed);
  });
});

it.each([
  ['uz', 'Ha, menga qulay'],
  ['uz', 'Sizda chegirma bormi'],
  ['ru', 'Да, у нас есть'],
  ['en', 'I think so'],
  ['en', 'Tashkent it is'],
  ['en', "I don't know what it is"],
  ['uz', 'Мижозлар кўпроқ бўлсин, менга шу керак'],
] as const)('complete in spite of its last word (%s): %s', (language, text) =>
  expect(waitMs(text, 'open', language)).toBeLessThanOrEqual(open),
);

it.each([
  ['uz', 'Yoʻq'],
  ['uz', '10 ming'],
  ['ru', 'это срочно'],
  ['en', 'there'],
] as const)('a word or two may go on (%s): %s', (language, text) =>
  expect(waitMs(text, 'open', language)).toBe(open),
);

it.each(['Juma kuni', 'Shanba kuni soat oʻn birda', 'Kuniga 200 ta non', 'Tushdan keyin uchda'])(
  'an Uzbek time needs no verb: %s',
  (text) => {
    expect(waitMs(text, 'short', 'uz')).toBe(short);
    expect(waitMs(text, 'open', 'uz')).toBe(open);
  },
);

it.each(['Mijozlar qoʻngʻirogʻiga tez javob', 'Telefonlarni avtomatik', 'Buyurtmalarni internetdan'])(
  'an Uzbek sentence goes on to its verb: %s',
  (text) => {
    expect(waitMs(text, 'open', 'uz')).toBe(begun);
    expect(waitMs(`${text} qabul qilaman`, 'open', 'uz')).toBe(whole);
  },
);

it.each([
  ['uz', 'Менинг исмим'],
  ['uz', 'Меня зовут'],
  ['ru', 'Bread, milk and'],
] as const)('begun in another alphabet or language (%s): %s', (language, text) =>
  expect(waitMs(text, 'open', language)).toBe(begun),
);

it.each([
  ['uz', 'Bizning kompaniyamiz'],
  ['uz', 'Mijozlar qoʻngʻiroq qilganda'],
  ['ru', 'Ну мы обычно'],
  ['ru', 'У нас небольшой'],
  ['en', 'We are a small company that'],
  ['en', 'We do mostly'],
  ['en', 'Because our customers'],
] as const)('begun, although no list has its last word (%s): %s', (language, text) =>
  expect(waitMs(text, 'open', language)).toBe(begun),
);

describe('a dictated number', () => {
  it.each(['90', '90, 981', '90 981 62', '90 981 62 9', 'My number is 90 981', 'oh nine zero'])(
    'goes on: %s',
    (text) => expect(waitMs(text, 'number', 'en')).toBe(begun),
  );
  it.each([
    '90 981 62 97',
    '909816297',
    '+998 90 981 62 97',
    'ninety nine eighty one sixty two ninety seven five',
    'nine zero, nine hundred eighty one, double six, nine seven',
  ])('is whole: %s', (text) => expect(waitMs(text, 'number', 'en')).toBe(short));

  it('has its country code beside its nine digits', () =>
    expect(waitMs('998 90 981 62', 'number', 'uz')).toBe(begun));
  it('need not have been asked for', () => {
    expect(waitMs('nine zero one', 'open', 'en')).toBe(begun);
    expect(waitMs('Since 2015.', 'open', 'en')).toBe(open);
    expect(waitMs('Twenty.', 'short', 'en')).toBe(short);
  });
});

it('unrecognised words get the same wait as a complete answer', () => {
  expect(waitMs('', 'open', 'en')).toBe(open);
  expect(waitMs('…', 'short', 'en')).toBe(short);
});

it.each<[string, ExpectedAnswer]>([
  ['Ismingiz nima?', 'short'],
  ['Как вас зовут?', 'short'],
  ['What’s your name?', 'short'],
  ['Kuniga nechta qoʻngʻiroq boʻladi?', 'short'],
  ['Когда вам перезвонить?', 'short'],
  ['When may we call you back?', 'short'],
  ['Yaxshi. Telefon raqamingiz qanday?', 'number'],
  ['Какой у вас номер телефона?', 'number'],
  ['What is your phone number?', 'number'],
  ["Raqamingiz o'zgardimi?", 'number'],
  ["Ertaga soat o'nda, to'g'rimi?", 'short'],
  ['Есть несколько вопросов: что вы продаёте?', 'open'],
  ['Raqamingiz 90, 981, 62, 97, toʻgʻrimi?', 'number'],
  ['Nice to meet you, Anna. What brings you here today?', 'open'],
  ['Чем вы занимаетесь?', 'open'],
  ['Qaysi sohada ishlaysiz?', 'open'],
  ['What is your name? And what do you do for a living?', 'open'],
  ['Juda yaxshi. Ismingizni bilsam boʻladimi?', 'short'],
  ['Как к вам обращаться?', 'short'],
  ['What should I call you?', 'short'],
  ['May a colleague call you tomorrow?', 'open'],
])('“%s” asks: %s', (question, asked) => expect(expectedAnswer(question)).toBe(asked));

it('a topic of the plan can be marked as one that a few words answer', () =>
  expect(expectedAnswer('Where do you live?', true)).toBe('short'));

it.each([
  ['uz', 'Biz mebel ishlab chiqaramiz', whole],
  ['uz', 'Oʻqituvchi', open],
  ['ru', 'У нас своя пекарня', whole],
  ['ru', 'Хлеб и молоко', open],
  ['en', 'I sell carpets', whole],
  ['en', 'Bread and milk', open],
  ['en', 'How much is it?', whole],
] as const)('a whole sentence is answered sooner than a word or a list (%s): %s', (language, text, ms) =>
  expect(waitMs(text, 'open', language)).toBe(ms),
);

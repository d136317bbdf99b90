import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { type CallSources, ClaimCheck } from './claims.ts';

const businesses: Record<string, string> = {
  carpet: `Gilam uyi. Gilamlar narxi 900 000 soʻmdan boshlanadi. Kattaligi 2x3 metr gilam 1 500 000 soʻm. Yetkazib berish Toshkent boʻylab bepul,
    2 kun ichida. Har kuni soat 9:00 dan 20:00 gacha ishlaymiz. Manzil: Toshkent, Chilonzor tumani, Bunyodkor koʻchasi 14. 10 yil kafolat.
    Muddatli toʻlov 12 oygacha. Telefon: +998 71 200 11 22. 3 ta filial: Toshkent, Samarqand, Andijon.`,
  dental: `Стоматология. Приём терапевта 200 000 сумов. Отбеливание 1,2 млн сумов. Скидка 10 % пенсионерам. Работаем с понедельника по субботу
    с 8:00 до 19:00, воскресенье выходной. Адрес: улица Амира Темура, 25, ориентир метро Минор. Первая консультация бесплатно. Запись
    подтверждает администратор. Рассрочка на 6 месяцев.`,
  school: `English for beginners: 3 months, 24 lessons, 450,000 soum a month. Groups of 8 to 12 people. Starts on 1 December. Lessons on Monday,
    Wednesday and Friday at 18:30. Free trial lesson. 15% discount for siblings. Office: Sergeli district, Yangi Sergeli street 5.`,
  delivery: `Osh markazi. Yetkazib berish 25 000 soʻm, 200 000 soʻmdan yuqori buyurtmalarga bepul. 45 daqiqada yetkazamiz. Soat 10 dan 23 gacha
    ishlaymiz. Menyu Telegram kanalimizda.`,
  travel: `Tours to Samarkand from $120 a person, two days. Departure every Saturday at 7 am. Prepayment 30%. Cancellation is free up to 3 days
    before.`,
  ovoz: '',
};
const now = new Date('2026-11-23T10:00:00+05:00');

const checks = new Map(
  Object.entries(businesses).map(([name, knowledge]) => [
    name,
    new ClaimCheck(interviewPlan.parse({ knowledge })),
  ]),
);

interface ClaimCase {
  business: string;
  heard: CallSources;
  isFalse: boolean;
  sentence: string;
}

function casesOf(language: string): ClaimCase[] {
  return readFileSync(path.join(import.meta.dirname, `claims.${language}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [business = '', visitor = '', known = '', judgement, sentence = ''] = line.split('\t');
      const words = (cell: string) => (cell === '-' ? [] : [cell]);
      const heard = { visitor: words(visitor), known: words(known), now };
      return { business, heard, isFalse: judgement === 'false', sentence };
    });
}

const find = ({ business, sentence, heard }: ClaimCase) => checks.get(business)?.find(sentence, heard);

describe('the labelled sentences', () => {
  const cases = ['uz', 'ru', 'en'].flatMap(casesOf);

  it('are at least 600, about half of them false', () => {
    expect(cases.length).toBeGreaterThanOrEqual(600);
    const share = cases.filter(({ isFalse }) => isFalse).length / cases.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('are found if false, and rarely if true', () => {
    const startedMs = performance.now();
    const found = cases.filter((each) => find(each) !== undefined);
    const sentenceMs = (performance.now() - startedMs) / cases.length;
    const right = found.filter(({ isFalse }) => isFalse).length;
    const precision = right / found.length;
    const recall = right / cases.filter(({ isFalse }) => isFalse).length;
    console.info(
      `${cases.length} sentences: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${sentenceMs.toFixed(2)} ms each`,
    );
    const wrong = cases.filter((each) => (find(each) !== undefined) !== each.isFalse);
    console.info(wrong.map((each) => `${each.isFalse ? 'missed' : find(each)}: ${each.sentence}`).join('\n'));
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
});

describe('a plan and a sentence of the agent', () => {
  const claim = (knowledge: string, sentence: string, visitor: string[] = []) =>
    new ClaimCheck(interviewPlan.parse({ knowledge })).find(sentence, { visitor, known: [], now });

  it.each([
    ['Open from 10:00 to 21:00.', 'We open at nine.', 'amount'],
    ['Open from 10:00 to 21:00.', 'We open at ten.', undefined],
    ['Open from 10:00 to 21:00.', 'We are open until nine.', undefined],
    ['Работаем с 9:00 до 19:00.', 'Мы открываемся в семь.', 'amount'],
    ['Soat 9:00 dan 19:00 gacha ishlaymiz.', 'Ertalab yettidan ishlaymiz.', 'amount'],
    ['Soat 9:00 dan 19:00 gacha ishlaymiz.', 'Kechki yettigacha ishlaymiz.', undefined],
    ['Open from 10:00 to 21:00.', 'We are open at 9 am.', 'amount'],
    ['Open 10:00–21:00.', 'We are open until 10 pm.', 'amount'],
    ['Open from 9 am to 7 pm.', 'We are open from 7 am to 9 pm.', 'amount'],
    ['С 8:00 до 20:00.', 'Закрываемся в двадцать ноль-ноль.', undefined],
    ['С 8:00 до 20:00.', 'Мы открыты с восьми вечера до восьми утра.', 'amount'],
    ['С 15:30.', 'В половине четвертого.', undefined],
    ['Soat 15:00 dan 17:00 gacha.', 'Dars soat uchdan beshgacha.', undefined],
    ['Soat 8:00 dan 22:00 gacha.', 'Soat sakkizdan oʻngacha.', undefined],
    ['Har kuni 10:00–21:00.', 'Har kuni oʻndan toʻqqizgacha ishlaymiz.', undefined],
    ['Closed on Sundays, open from Monday to Saturday.', 'We are open on Sunday.', 'day'],
    ['Closed on Sundays, open from Monday to Saturday.', 'On Wednesdays we are open.', undefined],
  ])('hours: “%s” and “%s”: %s', (knowledge, sentence, expected) => {
    expect(claim(knowledge, sentence)).toBe(expected);
  });

  it.each([
    ['Closed on Sundays, open from Monday to Saturday.', 'We are open every day.', 'day'],
    ['Работаем с понедельника по пятницу.', 'Мы работаем ежедневно.', 'day'],
    ['Dushanbadan jumagacha ishlaymiz.', 'Har kuni ishlaymiz.', 'day'],
    ['Har kuni ishlaymiz.', 'Yakshanba kuni ham ishlaymiz.', undefined],
    ['Пн–Пт с 9:00 до 18:00.', 'Мы работаем в среду.', undefined],
    ['Пн–Пт с 9:00 до 18:00.', 'Мы работаем пн–сб.', 'day'],
    ['Monday – Friday, from 9 to 6.', 'We are open on Wednesday.', undefined],
    ['Mon-Sat from 9 to 6.', 'We are open on Wednesday.', undefined],
    ['Mon-Sat from 9 to 6.', 'We are open on Sunday.', 'day'],
    ['Ежедневно 10:00–21:00.', 'Мы работаем и в воскресенье.', undefined],
    ['Until 15 December.', 'It ends on the 15th.', undefined],
    ['Until 15 December.', 'It ends on the 20th.', 'day'],
    ['Until 15 December.', 'The second day is the last.', undefined],
    ['', 'The sun is out.', undefined],
  ])('days: “%s” and “%s”: %s', (knowledge, sentence, expected) => {
    expect(claim(knowledge, sentence)).toBe(expected);
  });

  it.each([
    ['We give students a discount.', 'So you give students a discount.', undefined],
    ['We give students a discount.', 'We give students a discount.', 'promise'],
    ['A haircut costs 50 dollars.', 'So your clients pay 50 dollars.', undefined],
    ['A haircut costs 50 dollars.', 'So a haircut costs 50 dollars.', 'amount'],
    ['I work on Sundays.', 'So you work on Sundays.', undefined],
    ['У нас доставка бесплатная.', 'Значит, вы доставляете бесплатно.', undefined],
    ['Talabalarga chegirma beramiz.', 'Demak, talabalarga chegirma berasiz.', undefined],
    ['', 'You give students a discount.', 'promise'],
    ['Is there a discount?', 'If you make a prepayment, there is a discount.', 'promise'],
    ['Menda 100 AQSH dollari bor.', 'Sizda yuz dollar bor.', undefined],
  ])('the visitor’s own business: “%s” and “%s”: %s', (visitor, sentence, expected) => {
    expect(claim('Closed on Sundays.', sentence, [visitor])).toBe(expected);
  });

  it.each([
    ['I cannot say the price, but I have booked you.', 'act'],
    ['Я не знаю цену, но я вас записала.', 'act'],
    ['Narxini bilmayman, lekin sizni qabulga yozib qoʻydim.', 'act'],
    ['I am not sure, but the first month is free.', 'promise'],
    ['I have booked a table for you, all right?', 'act'],
    ['I have booked a table for you, may I help with anything else?', 'act'],
    ['Everything is confirmed.', 'act'],
    ['The time will be confirmed by my colleague.', undefined],
    ['Всё подтверждено.', 'act'],
    ['Запись пока не подтверждена.', undefined],
    ['Заявка ещё не принята.', undefined],
    ['Kursga yozib qoʻydim.', 'act'],
    ['Sizni kursga yozaman.', 'act'],
    ['Roʻyxatdan oʻtkazdim.', 'act'],
    ['Evakuator chaqirdim.', 'act'],
    ['I don’t know if our shop is on Labzak street.', undefined],
    ['Не знаю, есть ли филиал на Чиланзаре.', undefined],
    ['Samarqandda filial bormi, bilmayman.', undefined],
    ['Shall I have a colleague book a table for you?', undefined],
    ['I cannot book you, and a colleague will call.', undefined],
  ])('a claim beside a disclaimer or a question: “%s”: %s', (sentence, expected) => {
    expect(claim('', sentence, ['Please'])).toBe(expected);
  });

  it.each([
    ['Students get 15% off.', 'Students pay half price.', 'amount'],
    ['Talabalarga 15 foiz chegirma.', 'Talabalarga yarim narxda.', 'amount'],
    ['Студентам скидка 15 %.', 'Для студентов вдвое дешевле.', 'amount'],
    ['Студентам скидка 50 %.', 'Для студентов вдвое дешевле.', undefined],
    ['Students pay half price.', 'Talabalarga ikki barobar arzon.', undefined],
  ])('a discount in words: “%s” and “%s”: %s', (knowledge, sentence, expected) => {
    expect(claim(knowledge, sentence)).toBe(expected);
  });

  it.each([
    ['The assistant may book tables.', 'I have booked a table for you.', undefined],
    ['The assistant may book tables.', 'I have sent you the menu.', 'act'],
    ['The assistant may not book tables.', 'I have booked a table for you.', 'act'],
    ['Ассистент может записать на приём.', 'Я записала вас на приём.', undefined],
    ['Запись подтверждает администратор.', 'Я записала вас на приём.', 'act'],
    ['Yordamchi darsga yozib qoʻyishi mumkin.', 'Sizni darsga yozib qoʻydim.', undefined],
    ['You can order on our website.', 'I have placed your order.', 'act'],
    ['Вы можете записаться онлайн.', 'Я записала вас на приём.', 'act'],
    ['Siz saytda buyurtma berishingiz mumkin.', 'Buyurtmangiz qabul qilindi.', 'act'],
  ])('what the agent may do: “%s” and “%s”: %s', (knowledge, sentence, expected) => {
    expect(claim(knowledge, sentence, ['Please'])).toBe(expected);
  });

  it.each([
    ['A lesson is 90 minutes.', 'A lesson is an hour and a half.', undefined],
    ['Гарантия 12 месяцев.', 'Гарантия один год.', undefined],
    ['Гарантия 12 месяцев.', 'Гарантия два года.', 'amount'],
    ['Soat 15:00 da.', 'Guruhda 15 ta oʻquvchi bor.', 'amount'],
    ['Free over $200. Address: 14 Navoi Street.', 'It is free over 200 dollars.', undefined],
    ['', 'Перезвонить вам через час или через два?', undefined],
    ['', 'Ждать пять минут?', undefined],
    ['', 'Is it for 5 people or for 10?', undefined],
    ['15 percent off, 6 doctors.', 'We have fifteen doctors.', 'amount'],
    ['Parking is free.', 'The transfer is free.', 'promise'],
    ['The first lesson is free.', 'The first month is free.', 'promise'],
    ['Первая консультация бесплатно.', 'Первая чистка бесплатная.', 'promise'],
    ['Возврат денег в течение 7 дней.', 'Деньги вернём в течение семи дней.', undefined],
  ])('“%s” and “%s”: %s', (knowledge, sentence, expected) => {
    expect(claim(knowledge, sentence)).toBe(expected);
  });

  it.each([
    'I need your name to go on.',
    "I've explained what I can.",
    'Я ответила на ваш вопрос.',
    'Об этом я уже говорила.',
    'Kechirasiz, javobingizni ololmadim.',
    'Sizga savol bermoqchi edim.',
    'Хорошо, мы Вам перезвоним.',
    'Спасибо, мы Вас поняли.',
  ])('an everyday sentence claims nothing: “%s”', (sentence) => {
    expect(claim('', sentence, ['Aziz'])).toBeUndefined();
  });

  it('a price that the visitor has wished for is no price of the plan, also once it is noted', () => {
    const check = new ClaimCheck(interviewPlan.parse({}));
    const heard = { visitor: ['I want it for 50 dollars a month'], known: ['50 dollars a month'], now };
    expect(check.find('Yes, it costs 50 dollars a month.', heard)).toBe('amount');
  });

  it.each([
    ['93 777 66 55', ['Ninety three', 'seven seven seven six six five five']],
    ['90 981 62 97', ['toʻqson toʻqqiz yuz sakson bir oltmish ikki toʻqson yetti']],
    ['90 981 62 97', ['ninety nine eight one six two nine seven']],
    ['90 955 62 97', ['nine oh', 'nine double five six two nine seven']],
  ])('a number counts as the visitor’s only if they dictated all of it: %s as %j', (number, turns) => {
    const sentence = `Your number is +998 ${number}.`;
    expect(claim('', sentence, turns)).toBeUndefined();
    const incompleteTurn = turns.at(-1)?.split(' ').slice(0, -1).join(' ') ?? '';
    expect(claim('', sentence, [...turns.slice(0, -1), incompleteTurn])).toBe('phone');
  });
});

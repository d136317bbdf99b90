import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { type Heard, ClaimCheck } from './claims.ts';

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

interface Case {
  business: string;
  heard: Heard;
  isFalse: boolean;
  sentence: string;
}

function casesOf(language: string): Case[] {
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

const find = ({ business, sentence, heard }: Case) => checks.get(business)?.find(sentence, heard);

describe('of the labelled sentences', () => {
  const cases = ['uz', 'ru', 'en'].flatMap(casesOf);

  it('there are 600, half of them false', () => {
    expect(cases.length).toBeGreaterThanOrEqual(600);
    const share = cases.filter(({ isFalse }) => isFalse).length / cases.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('the false ones are found, and few others', () => {
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

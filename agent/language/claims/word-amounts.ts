import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, isDuration, unitOf } from './quantity.ts';

/** Hours by their ordinal, for «половина второго»: half an hour before two, 1:30. */
const ordinalHours: Record<string, number> = {
  ...{ первого: 1, второго: 2, третьего: 3, четвёртого: 4, четвертого: 4, пятого: 5, шестого: 6 },
  ...{ седьмого: 7, восьмого: 8, девятого: 9, десятого: 10, одиннадцатого: 11, двенадцатого: 12 },
};
const cheaper = /^(?:arzon|дешевле)/u;

/** Amounts whose value or unit is only implied: "in an hour", «через неделю», «полгода», "half price", ikki barobar arzon, midnight. */
export function wordAmounts(tokens: readonly Token[]): Quantity[] {
  return tokens.flatMap(({ text }, at): Quantity[] => {
    const word = (index: number) => tokens[at + index]?.text ?? '';
    const make = (value: number, unit: string, length: number): Quantity[] => [
      { value, unit, isOrdinal: false, begin: at, end: at + length },
    ];
    if (text === 'полчаса') return make(30, 'minute', 1);
    if (text === 'полгода') return make(6, 'month', 1);
    if (text === 'half' && /^an?$/.test(word(1)) && word(2) === 'hour') return make(30, 'minute', 3);
    if (text === 'half' && word(1) === 'a' && word(2) === 'year') return make(6, 'month', 3);
    if (text === 'yarim' && !/^(?:yarim|bir)$/.test(word(-1))) {
      if (word(1).startsWith('soat')) return make(30, 'minute', 2);
      if (word(1).startsWith('yil')) return make(6, 'month', 2);
      if (word(1).startsWith('narx')) return make(50, 'percent', 2);
      if (word(1).startsWith('kecha')) return make(0, 'clock', 2);
    }
    if (text === 'half' && word(1) === 'off') return make(50, 'percent', 2);
    if (text === 'half' && [word(1), word(2)].some((next) => next === 'price' || next === 'cost'))
      return make(50, 'percent', 2);
    if (text === 'полцены') return make(50, 'percent', 1);
    if (text === 'вдвое' && cheaper.test(word(1))) return make(50, 'percent', 2);
    const isTwice = /^(?:ikki|2|два)$/.test(text) && /^(?:barobar|baravar|marta|раза)$/.test(word(1));
    if (isTwice && cheaper.test(word(2))) return make(50, 'percent', 3);
    if (/^(?:midnight|noon|полноч|полуноч|полдень|полудня)/u.test(text)) return make(0, 'clock', 1);
    const nextHour = ordinalHours[word(1)];
    if (/^(?:half|половин[ауеы])$/u.test(text) && nextHour !== undefined)
      return make((nextHour - 1) * 60 + 30, 'clock', 2);
    return amountOfOne(tokens, at, make);
  });
}

/** One hour, day, week, month or year: "in a week", "in one week", «через неделю». */
function amountOfOne(
  tokens: readonly Token[],
  at: number,
  make: (value: number, unit: string, length: number) => Quantity[],
): Quantity[] {
  const [text, nextWord, lastWord] = [0, 1, 2].map((index) => tokens[at + index]?.text ?? '');
  const [unit, lastUnit] = [unitOf(nextWord ?? ''), unitOf(lastWord ?? '')];
  const followsNumber = /^\d/.test(tokens[at - 1]?.text ?? '');
  if (isDuration(unit) && /^(?:через|за|на)$/u.test(text ?? '') && !followsNumber) return make(1, unit, 2);
  const isPeriod =
    /^(?:in|within|takes?|after|for|over|lasts?)$/u.test(text ?? '') && /^(?:an?|one)$/u.test(nextWord ?? '');
  return isPeriod && isDuration(lastUnit) ? make(1, lastUnit, 3) : [];
}

import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, isDuration, unitOf } from './quantity.ts';

/** Amounts that are a fixed phrase, by the beginning of the words from there on. */
const phrases: [phrase: RegExp, value: number, unit: string][] = [
  [/^(?:полчаса|half an hour|yarim soat)/u, 30, 'minute'],
  [/^(?:полгода|half a year|yarim yil)/u, 6, 'month'],
  [/^(?:half (?:off|(?:the )?(?:price|cost))|yarim narx|полцены|вдвое дешевле)/u, 50, 'percent'],
  [/^(?:ikki|2|два) (?:barobar|baravar|marta|раза) (?:arzon|дешевле)/u, 50, 'percent'],
  [/^(?:midnight|noon|yarim kecha|полноч|полуноч|полдень|полудня)/u, 0, 'clock'],
];
/** The hour before the one that «половина второго» names: 1:30. */
const hoursBefore = new Map(
  'первого второго третьего четвертого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого'
    .split(' ')
    .map((hour, index) => [hour, index]),
);

const oneUnit = /^(?:(?:in|within|takes?|after|for|over|lasts?) (?:an?|one)|через|за|на) (?<unit>\S+)/u;

/** Amounts whose value or unit is only implied: "in an hour", «через неделю», "half price", ikki barobar arzon, midnight. */
export function wordAmounts(tokens: readonly Token[]): Quantity[] {
  return tokens.flatMap((_, at): Quantity[] => {
    const words = tokens.slice(at, at + 3).map(({ text }) => text);
    const amountOf = (value: number, unit: string, tokenCount: number): Quantity[] => [
      { value, unit, isOrdinal: false, begin: at, end: at + tokenCount },
    ];
    const text = words.join(' ');
    // "bir yarim soat" is an hour and a half.
    const isPartOfNumber = words[0] === 'yarim' && /^(?:yarim|bir)$/.test(tokens[at - 1]?.text ?? '');
    for (const [phrase, value, unit] of isPartOfNumber ? [] : phrases) {
      const match = phrase.exec(text)?.[0];
      if (match !== undefined) return amountOf(value, unit, match.split(' ').length);
    }
    const hour = hoursBefore.get(words[1]?.replace('ё', 'е') ?? '');
    if (/^половин[ауеы] /u.test(text) && hour !== undefined) return amountOf(hour * 60 + 30, 'clock', 2);
    const one = oneUnit.exec(text);
    const unit = unitOf(one?.groups?.unit ?? '');
    return one !== null && isDuration(unit) ? amountOf(1, unit, one[0].split(' ').length) : [];
  });
}

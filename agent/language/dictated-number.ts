import { numberWord } from '../../lib/spoken/number-words.ts';
import { wordsAndNumbersOf } from '../../lib/words.ts';

/** "nine hundred" and "toʻqqiz yuz" are two words. */
const multipliers = new Set(['yuz', 'hundred']);
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);
const plus = /\+\s*\d|(?<!\p{L})(?:plus|плюс)(?!\p{L})/iu;

/** The most words that a group of three digits has: toʻqqiz yuz sakson bir. */
const groupMaxWords = 4;
const subscriberDigits = 9;
const countryCode = '998';

/** The value of a number word. A following word with a value smaller than `below` continues the same number. */
function digitWord(word: string): { value: number; below: number } | undefined {
  if (word === 'oh') return { value: 0, below: 0 };
  if (multipliers.has(word)) return { value: 100, below: 100 };
  const { value = NaN, isOrdinal, suffix } = numberWord(word) ?? {};
  if (!(value < 1_000) || !Number.isInteger(value) || isOrdinal === true || suffix !== '') return undefined;
  const limit = value >= 100 ? 100 : value >= 20 || word === 'oʻn' ? 10 : 0;
  return { value, below: limit };
}

export function isNumberWord(word: string): boolean {
  return digitWord(word) !== undefined;
}

/** The digits that may precede a number: none, a country code, or the old trunk prefix. */
const prefix = /^(?:(?:00|810)?998|8)?$/;

/**
 * True if these turns contain exactly these digits in order. They may be grouped, and other words may be between them. "Ninety
 * nine" is 99, or 90 and 9. Further digits beside them make another number.
 * @param digits of a number without its country code
 */
export function saysDigits(turns: readonly string[], digits: string): boolean {
  const parts = turns
    .flatMap((turn) => [...wordsAndNumbersOf(turn.replaceAll(/(?<!\d)(?:998|8)(?=\d{9}(?!\d))/gu, '')), '|'])
    .map((word, position) => ({ word, position }))
    .filter(({ word }) => isNumberPart(word));
  const numbersAt = (from: number, to: number) => numbersOf(parts.slice(from, to).map(({ word }) => word));
  const isAdjacent = (at: number) =>
    parts[at] !== undefined && parts[at - 1]?.position === parts[at].position - 1;
  const runStart = (at: number): number => (isAdjacent(at) ? runStart(at - 1) : at);
  const beginsNumber = (at: number) => prefix.test(numbersAt(runStart(at), at).join(''));
  const saysFrom = (at: number, remainingDigits: string): boolean => {
    // Some visitors repeat their number.
    if (remainingDigits === '') return !isAdjacent(at) || saysFrom(at, digits);
    return parts.slice(at, at + groupMaxWords).some((_, index) => {
      const [number, ...others] = numbersAt(at, at + index + 1);
      const isGroup = number !== undefined && others.length === 0 && remainingDigits.startsWith(number);
      return isGroup && saysFrom(at + index + 1, remainingDigits.slice(number.length));
    });
  };
  return parts.some((_, at) => saysFrom(at, digits) && beginsNumber(at));
}

/** Numbers as digits: "nine eighty one" is 9 and 81. */
function numbersOf(words: readonly string[]): string[] {
  const numbers: string[] = [];
  let below = 0;
  let times = 1;
  for (const word of words) {
    const lastNumber = numbers.at(-1) ?? '';
    const digit = digitWord(word);
    if (repeats.has(word)) times = repeats.get(word) ?? 1;
    else if (digit === undefined) {
      numbers.push(word);
      below = 0;
    } else if (multipliers.has(word) && /^[1-9]$/.test(lastNumber)) {
      numbers[numbers.length - 1] = `${lastNumber}00`;
      below = 100;
    } else if (digit.value > 0 && digit.value < below) {
      numbers[numbers.length - 1] = String(Number(lastNumber) + digit.value);
      below = digit.below;
    } else {
      numbers.push(String(digit.value).repeat(times));
      below = digit.below;
      times = 1;
    }
  }
  return numbers;
}

function isNumberPart(word: string): boolean {
  return /^\d+$/.test(word) || isNumberWord(word) || repeats.has(word);
}

/**
 * True if a text ends within a telephone number.
 * @param isAsked true if the agent has asked for a telephone number
 */
export function isWithinNumber(text: string, isAsked: boolean): boolean {
  const words = wordsAndNumbersOf(text);
  const numbersStart = words.findLastIndex((word) => !isNumberPart(word)) + 1;
  const numbers = numbersOf(words.slice(numbersStart));
  if (numbers.length === 0) return false;
  const hasPlus = plus.test(text);
  const isDictated = isAsked || hasPlus || numbers.length > 1 || numbersStart === 0;
  const isInternational = hasPlus || numbers[0] === countryCode;
  const expectedDigits = subscriberDigits + (isInternational ? countryCode.length : 0);
  return isDictated && numbers.join('').length < expectedDigits;
}

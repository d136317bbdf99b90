import { withOneApostrophe } from '../words.ts';
import { type NumberWord, halves, numberWord, scales } from './number-words.ts';

/** A word, a number in digits or a sign, in small letters, with its place in the text. */
export interface Token {
  text: string;
  from: number;
  to: number;
}

export interface NumberMention {
  value: number;
  isOrdinal: boolean;
  /** The digits as written, because 05 is not 5 in a telephone number; undefined for words. */
  digits: string | undefined;
  /** The index of its first token, and of the token after its last. */
  begin: number;
  end: number;
  /** The ending of an Uzbek number: dan, gacha, ta. */
  suffix: string;
}

const tokenPattern = /\d+(?:[.,:]\d+)*|[\p{L}ʻ]+|[%$€₽№]/gu;

/** @param text with one form of the apostrophe */
export function tokensOf(text: string): Token[] {
  return Array.from(text.toLowerCase().matchAll(tokenPattern), ({ 0: token, index }) => ({
    text: token,
    from: index,
    to: index + token.length,
  }));
}

/** Joins digits in groups of three: 1 500 000, 1,500,000, 1.500.000. */
function joinThousands(text: string): string {
  return text
    .replace(/(?<!\d|\d[.,])[1-9]\d{0,2}(?:[  ]\d{3})+(?!\d|[  -]\d{2}(?!\d))/gu, (match) =>
      match.replaceAll(/\s/gu, ''),
    )
    .replace(/(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)(?!\d|[.,]\d)/gu, (match) =>
      match.replaceAll(/[.,]/gu, ''),
    );
}

/** Prepares a text for `tokensOf` and `numbersIn`. */
export function unified(text: string): string {
  return joinThousands(withOneApostrophe(text.normalize('NFC')));
}

/**
 * Finds the numbers of a text, in digits and in words of three languages: 900 ming, девятьсот тысяч. Callers handle times and dates.
 */
export function numbersIn(text: string, tokens: readonly Token[]): NumberMention[] {
  const numbers: NumberMention[] = [];
  for (let at = 0; at < tokens.length;) {
    const read = readNumber(text, tokens, at);
    if (read === undefined) at++;
    else {
      numbers.push(read);
      at = read.end;
    }
  }
  return numbers;
}

function readNumber(text: string, tokens: readonly Token[], begin: number): NumberMention | undefined {
  let total = 0;
  let group: number | undefined;
  let isOrdinal = false;
  let suffix = '';
  let digits: string | undefined;
  let lastScale = Infinity;
  let at = begin;
  const isJoined = (next: number) => {
    const [one, other] = [tokens[next - 1], tokens[next]];
    return one !== undefined && other !== undefined && /^[ -]?$/.test(text.slice(one.to, other.from));
  };
  while (at < tokens.length && (at === begin || isJoined(at)) && !isOrdinal && suffix === '') {
    const word = tokens[at]?.text ?? '';
    const hasNumber = group !== undefined || total > 0;
    if (/^\d/.test(word)) {
      if (hasNumber || /:|[.,].*[.,]/.test(word)) break;
      digits = word;
      group = Number(word.replace(',', '.'));
      at++;
      continue;
    }
    const named = numberWord(word);
    const scale =
      scales.get(word) ?? (named !== undefined && named.suffix !== '' ? scaleOf(named) : undefined);
    if (scale !== undefined) {
      if (scale === 1e3 && word === 'k' && digits === undefined) break;
      if (scale >= lastScale || (scale === 100 && (group ?? 0) >= 10)) break;
      if (scale === 100) group = (group ?? 1) * 100;
      else {
        total += (group ?? 1) * scale;
        group = undefined;
        lastScale = scale;
      }
      suffix = named?.suffix ?? '';
      at++;
      continue;
    }
    if (halves.has(word)) {
      if (!hasNumber || group === undefined) break;
      group += 0.5;
      at++;
      continue;
    }
    if (isLinkToHalf(tokens, at) && group !== undefined) {
      at += tokens[at + 1]?.text === 'a' ? 2 : 1;
      continue;
    }
    if (word === 'and' && group !== undefined && group % 100 === 0 && group > 0) {
      const next = numberWord(tokens[at + 1]?.text ?? '');
      if (next === undefined || next.value >= 100 || digits !== undefined) break;
      at++;
      continue;
    }
    if (named === undefined || (digits !== undefined && total === 0)) break;
    const { value } = named;
    const rest = group ?? 0;
    const fits =
      group === undefined ||
      (rest >= 100 && rest % 100 === 0 && value < 100 && value > 0) ||
      (rest % 100 >= 10 && rest % 10 === 0 && value < 10 && value > 0);
    if (!fits || (total > 0 && value >= lastScale)) break;
    group = rest + value;
    ({ isOrdinal, suffix } = named);
    at++;
  }
  if (group === undefined && total === 0) return undefined;
  if (at === begin) return undefined;
  return { value: total + (group ?? 0), isOrdinal, digits, begin, end: at, suffix };
}

function scaleOf({ value }: NumberWord): number | undefined {
  return value >= 100 ? value : undefined;
}

/** "one and a half", «два с половиной» */
function isLinkToHalf(tokens: readonly Token[], at: number): boolean {
  const [link, next, last] = [at, at + 1, at + 2].map((index) => tokens[index]?.text ?? '');
  if (link === 'с') return halves.has(next ?? '');
  return link === 'and' && next === 'a' && last === 'half';
}

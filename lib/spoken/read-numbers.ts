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
  /** The index of its first token, and of the token after its last. */
  begin: number;
  end: number;
  /** The ending of an Uzbek number: dan, gacha, ta. */
  suffix: string;
}

/** "th" of 27th, «го» of 27-го. */
const ordinalEnding = /^(?:st|nd|rd|th|го|е|ое|inchi|nchi)$/u;
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
    const mention = readNumber(text, tokens, at);
    if (mention === undefined) at++;
    else {
      numbers.push(mention);
      at = mention.end;
    }
  }
  return numbers;
}

/** A number while its tokens are read. */
interface PartialNumber {
  /** The sum of the finished scales: 900 000 of "900 ming 5". */
  total: number;
  /** The number that the next scale multiplies. */
  group: number | undefined;
  isOrdinal: boolean;
  digits: string | undefined;
  end: number;
  suffix: string;
}

function readNumber(text: string, tokens: readonly Token[], begin: number): NumberMention | undefined {
  const nothing = { total: 0, group: undefined, isOrdinal: false, digits: undefined };
  let reading: PartialNumber = { ...nothing, end: begin, suffix: '' };
  while (isOpen(reading, text, tokens, begin)) {
    const extended = readNextToken(reading, tokens);
    if (extended === undefined) break;
    reading = extended;
  }
  const { total, group, isOrdinal, end, suffix } = reading;
  if (group === undefined && total === 0) return undefined;
  return { value: total + (group ?? 0), isOrdinal, begin, end, suffix };
}

/** True if the next token may belong to the number. */
function isOpen(
  { isOrdinal, suffix, end }: PartialNumber,
  text: string,
  tokens: readonly Token[],
  begin: number,
): boolean {
  if (isOrdinal || suffix !== '' || end === tokens.length) return false;
  return end === begin || /^[ -]?$/.test(text.slice(tokens[end - 1]?.to, tokens[end]?.from));
}

/** Takes the next token into the number; undefined if it does not belong to it. */
function readNextToken(reading: PartialNumber, tokens: readonly Token[]): PartialNumber | undefined {
  const word = tokens[reading.end]?.text ?? '';
  const extended = { ...reading, end: reading.end + 1 };
  if (/^\d/.test(word)) return addDigits(extended, word);
  if (reading.digits !== undefined && ordinalEnding.test(word)) return { ...extended, isOrdinal: true };
  const wordNumber = numberWord(word);
  const scale = scales.get(word) ?? scaleOf(wordNumber);
  if (scale !== undefined) {
    if (scale === 1e3 && word === 'k' && reading.digits === undefined) return undefined;
    return addScale({ ...extended, suffix: wordNumber?.suffix ?? '' }, scale);
  }
  const { group } = reading;
  if (halves.has(word)) return group === undefined ? undefined : { ...extended, group: group + 0.5 };
  if (group !== undefined && isLinkToHalf(tokens, reading.end))
    return { ...extended, end: reading.end + (tokens[extended.end]?.text === 'a' ? 2 : 1) };
  if (isLinkToTens(reading, tokens)) return extended;
  return wordNumber && addWord(extended, wordNumber);
}

function addDigits(reading: PartialNumber, word: string): PartialNumber | undefined {
  const hasNumber = reading.group !== undefined || reading.total > 0;
  if (hasNumber || /:|[.,].*[.,]/.test(word)) return undefined;
  return { ...reading, digits: word, group: Number(word.replace(',', '.')) };
}

function addScale(reading: PartialNumber, scale: number): PartialNumber | undefined {
  const { total, group = 1 } = reading;
  if (scale > 100) return { ...reading, total: total + group * scale, group: undefined };
  return group < 10 ? { ...reading, group: group * 100 } : undefined;
}

function addWord(
  reading: PartialNumber,
  { value, isOrdinal, suffix }: NumberWord,
): PartialNumber | undefined {
  const { total, group, digits } = reading;
  if (digits !== undefined && total === 0) return undefined;
  const groupValue = group ?? 0;
  const fits =
    group === undefined ||
    (groupValue >= 100 && groupValue % 100 === 0 && value < 100 && value > 0) ||
    (groupValue % 100 >= 10 && groupValue % 10 === 0 && value < 10 && value > 0);
  return fits ? { ...reading, group: groupValue + value, isOrdinal, suffix } : undefined;
}

/** A scale with an ending, which the list of scales lacks: mingta. */
function scaleOf(word: NumberWord | undefined): number | undefined {
  return word !== undefined && word.suffix !== '' && word.value >= 100 ? word.value : undefined;
}

/** "one and a half", «два с половиной» */
function isLinkToHalf(tokens: readonly Token[], at: number): boolean {
  const [link, next, last] = [at, at + 1, at + 2].map((index) => tokens[index]?.text ?? '');
  if (link === 'с') return halves.has(next ?? '');
  return link === 'and' && next === 'a' && last === 'half';
}

/** "two hundred and five" */
function isLinkToTens({ group, digits, end }: PartialNumber, tokens: readonly Token[]): boolean {
  if (tokens[end]?.text !== 'and' || group === undefined || group === 0 || group % 100 !== 0) return false;
  const next = numberWord(tokens[end + 1]?.text ?? '');
  return next !== undefined && next.value < 100 && digits === undefined;
}

import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, gap } from './quantity.ts';

const morningBefore = /(?<!\p{L})(?:ertalab(?:ki)?|tong(?:da|gi)?) (?:soat )?$/iu;
const morningAfter = /^\s*(?:am(?!\p{L})|a\.m|in the morning|утра)/iu;
const eveningBefore = /(?<!\p{L})(?:kechki|kechqurun(?:gi)?|oqshom|tushdan keyin) (?:soat )?$/iu;
const eveningAfter = /^\s*(?:pm(?!\p{L})|p\.m|in the (?:evening|afternoon)|вечера|дня)/iu;
const beginning = /open|start|begin|откр|начин|начал|ochil|boshl/u;
const ending = /clos|finish|закр|заканч|yopil|yopam|tugay/u;

/** Adds to each clock time its half of the day, and whether something begins or ends then. */
export function withHalvesAndEdges(
  text: string,
  tokens: readonly Token[],
  all: readonly Quantity[],
): Quantity[] {
  const isOnlyClock = all.filter(({ unit }) => unit === 'clock').length === 1;
  const is24Hours = all.some(({ half }) => half === 'pm');
  return all.map((quantity) => {
    if (quantity.unit !== 'clock') return quantity;
    const half = halfOf(text, tokens, quantity) ?? (is24Hours ? 'am' : undefined);
    return { ...quantity, half, edge: edgeOf(text, tokens, quantity, isOnlyClock) };
  });
}

function halfOf(text: string, tokens: readonly Token[], { half, begin, end }: Quantity): Quantity['half'] {
  const [textBefore, textAfter] = [text.slice(0, tokens[begin]?.from), text.slice(tokens[end - 1]?.to)];
  if (morningBefore.test(textBefore) || morningAfter.test(textAfter)) return 'am';
  return eveningBefore.test(textBefore) || eveningAfter.test(textAfter) ? 'pm' : half;
}

function edgeOf(
  text: string,
  tokens: readonly Token[],
  { suffix = '', begin, end }: Quantity,
  isOnlyClock: boolean,
): Quantity['edge'] {
  const ownEnding = suffix === '' ? (tokens[end]?.text ?? '') : suffix;
  const previousWord = tokens[begin - 1]?.text ?? '';
  const isDash = (index: number) => /^\s*[–—-]\s*$/u.test(gap(text, tokens, index, index));
  const isBeforeDash = isDash(end) && /^\d/.test(tokens[end]?.text ?? '');
  if (ownEnding === 'dan' || /^(?:с|со|from)$/u.test(previousWord) || isBeforeDash) return 'from';
  if (/^[gkq]acha$/u.test(ownEnding) || /^(?:до|по|to|until|till)$/u.test(previousWord) || isDash(begin))
    return 'to';
  if (!isOnlyClock) return undefined;
  return beginning.test(text.toLowerCase()) ? 'from' : ending.test(text.toLowerCase()) ? 'to' : undefined;
}

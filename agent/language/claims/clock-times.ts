import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, gap, halfDayMin } from './quantity.ts';

/** A clock time as minutes since midnight or noon, and which of the two if the hour shows it. */
export function clockAt(hour: number, minute: number): Pick<Quantity, 'value' | 'half'> | undefined {
  if (hour > 24 || minute > 59 || !Number.isInteger(hour)) return undefined;
  const value = (hour * 60 + minute) % halfDayMin;
  if (hour >= 12 && hour < 24) return { value, half: hour === 12 ? undefined : 'pm' };
  return hour === 24 ? { value, half: 'am' } : { value };
}

const morning = /^(?:ertalab(?:ki)?|tong(?:da|gi)?)$/u;
const evening = /^(?:kechki|kechqurun(?:gi)?|oqshom|tushdan)$/u;
const skippedWord = /^(?:soat|the|около|at|roughly|about)$/u;
const morningAfter = /^\s*(?:am\b|a\.m|in the morning|утра)/iu;
const eveningAfter = /^\s*(?:pm\b|p\.m|in the (?:evening|afternoon)|вечера|дня)/iu;
const beginning = /open|start|begin|откр|начин|начал|ochil|boshl/u;
const ending = /clos|finish|закр|заканч|yopil|yopam|tugay/u;

/** Adds to each clock time its half of the day, and whether something begins or ends then. */
export function withHalvesAndEdges(
  text: string,
  tokens: readonly Token[],
  all: readonly Quantity[],
): Quantity[] {
  const clocks = all.filter(({ unit }) => unit === 'clock');
  const is24Hours = clocks.some(({ half }) => half === 'pm');
  return all.map((quantity) => {
    if (quantity.unit !== 'clock') return quantity;
    const half = halfOf(text, tokens, quantity) ?? (is24Hours ? 'am' : undefined);
    return { ...quantity, half, edge: edgeOf(text, tokens, quantity, clocks) };
  });
}

/** The nearest word before a quantity that is not "soat" and the like. */
function wordBefore(tokens: readonly Token[], { begin }: Quantity): string {
  let index = begin - 1;
  while (index >= 0 && skippedWord.test(tokens[index]?.text ?? '')) index--;
  return tokens[index]?.text ?? '';
}

function halfOf(text: string, tokens: readonly Token[], quantity: Quantity): Quantity['half'] {
  const previousWord = wordBefore(tokens, quantity);
  const textAfter = text.slice(tokens[quantity.end - 1]?.to);
  if (morning.test(previousWord) || morningAfter.test(textAfter)) return 'am';
  if (evening.test(previousWord) || eveningAfter.test(textAfter)) return 'pm';
  return quantity.half;
}

function edgeOf(
  text: string,
  tokens: readonly Token[],
  quantity: Quantity,
  clocks: readonly Quantity[],
): Quantity['edge'] {
  const wordAfter = `${quantity.suffix ?? ''} ${tokens[quantity.end]?.text ?? ''}`.trim();
  if (/^dan\b/u.test(wordAfter)) return 'from';
  if (/^(?:[gkq]acha)\b/u.test(wordAfter)) return 'to';
  let previousWord = wordBefore(tokens, quantity);
  if (morning.test(previousWord) || evening.test(previousWord))
    previousWord = wordBefore(tokens, { ...quantity, begin: quantity.begin - 1 });
  if (/^(?:с|со|from)$/u.test(previousWord)) return 'from';
  if (/^(?:до|until|till|по)$/u.test(previousWord)) return 'to';
  const index = clocks.indexOf(quantity);
  const [previousClock, nextClock] = [clocks[index - 1], clocks[index + 1]];
  const rangeLink = /^\s*(?:[–—-]|to|(?:am|pm|a\.m\.|p\.m\.) to)\s*$/iu;
  if (previousClock !== undefined && rangeLink.test(gap(text, tokens, previousClock.end, quantity.begin)))
    return 'to';
  if (nextClock !== undefined && rangeLink.test(gap(text, tokens, quantity.end, nextClock.begin)))
    return 'from';
  if (clocks.length > 1) return undefined;
  return beginning.test(text.toLowerCase()) ? 'from' : ending.test(text.toLowerCase()) ? 'to' : undefined;
}

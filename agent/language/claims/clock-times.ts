import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, gap, halfDayMin } from './quantity.ts';

/** Minutes of half a day, and which half if the hour shows it. */
export function clockAt(hour: number, minute: number): Pick<Quantity, 'value' | 'half'> | undefined {
  if (hour > 24 || minute > 59 || !Number.isInteger(hour)) return undefined;
  const value = (hour * 60 + minute) % halfDayMin;
  if (hour >= 12 && hour < 24) return { value, half: hour === 12 ? undefined : 'pm' };
  return hour === 24 ? { value, half: 'am' } : { value };
}

const morning = /^(?:ertalab(?:ki)?|tong(?:da|gi)?)$/u;
const evening = /^(?:kechki|kechqurun(?:gi)?|oqshom|tushdan)$/u;
const between = /^(?:soat|the|около|at|roughly|about)$/u;
const morningBehind = /^\s*(?:am\b|a\.m|in the morning|утра)/iu;
const eveningBehind = /^\s*(?:pm\b|p\.m|in the (?:evening|afternoon)|вечера|дня)/iu;
const begins = /open|start|begin|откр|начин|начал|ochil|boshl/u;
const ends = /clos|finish|закр|заканч|yopil|yopam|tugay/u;

/** Adds to clock times their half of the day, and whether something begins or ends at them. */
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
  let at = begin - 1;
  while (at >= 0 && between.test(tokens[at]?.text ?? '')) at--;
  return tokens[at]?.text ?? '';
}

function halfOf(text: string, tokens: readonly Token[], quantity: Quantity): Quantity['half'] {
  const before = wordBefore(tokens, quantity);
  const behind = text.slice(tokens[quantity.end - 1]?.to);
  if (morning.test(before) || morningBehind.test(behind)) return 'am';
  if (evening.test(before) || eveningBehind.test(behind)) return 'pm';
  return quantity.half;
}

function edgeOf(
  text: string,
  tokens: readonly Token[],
  quantity: Quantity,
  clocks: readonly Quantity[],
): Quantity['edge'] {
  const behind = `${quantity.suffix ?? ''} ${tokens[quantity.end]?.text ?? ''}`.trim();
  if (/^dan\b/u.test(behind)) return 'from';
  if (/^(?:[gkq]acha)\b/u.test(behind)) return 'to';
  let before = wordBefore(tokens, quantity);
  if (morning.test(before) || evening.test(before))
    before = wordBefore(tokens, { ...quantity, begin: quantity.begin - 1 });
  if (/^(?:с|со|from)$/u.test(before)) return 'from';
  if (/^(?:до|until|till|по)$/u.test(before)) return 'to';
  const at = clocks.indexOf(quantity);
  const [last, next] = [clocks[at - 1], clocks[at + 1]];
  const isRange = /^\s*(?:[–—-]|to|(?:am|pm|a\.m\.|p\.m\.) to)\s*$/iu;
  if (last !== undefined && isRange.test(gap(text, tokens, last.end, quantity.begin))) return 'to';
  if (next !== undefined && isRange.test(gap(text, tokens, quantity.end, next.begin))) return 'from';
  if (clocks.length > 1) return undefined;
  return begins.test(text.toLowerCase()) ? 'from' : ends.test(text.toLowerCase()) ? 'to' : undefined;
}

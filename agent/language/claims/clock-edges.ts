import type { Token } from '../../../lib/spoken/read-numbers.ts';
import { type Quantity, gap } from './quantity.ts';

const beginning = /open|start|begin|откр|начин|начал|ochil|boshl/u;
const ending = /clos|finish|закр|заканч|yopil|yopam|tugay/u;

/** Adds to each clock time whether something begins or ends then. */
export function withEdges(text: string, tokens: readonly Token[], all: readonly Quantity[]): Quantity[] {
  const isOnlyClock = all.filter(({ unit }) => unit === 'clock').length === 1;
  return all.map((quantity) =>
    quantity.unit === 'clock' ? { ...quantity, edge: edgeOf(text, tokens, quantity, isOnlyClock) } : quantity,
  );
}

function edgeOf(
  text: string,
  tokens: readonly Token[],
  { suffix = '', begin, end }: Quantity,
  isOnlyClock: boolean,
): Quantity['edge'] {
  const ownEnding = suffix === '' ? (tokens[end]?.text ?? '') : suffix;
  const previousWord = tokens[begin - 1]?.text ?? '';
  if (ownEnding === 'dan' || /^(?:с|со|from)$/u.test(previousWord)) return 'from';
  const isAfterDash = /^\s*[–—-]\s*$/u.test(gap(text, tokens, begin, begin));
  if (/^[gkq]acha$/u.test(ownEnding) || /^(?:до|по|to|until|till)$/u.test(previousWord) || isAfterDash)
    return 'to';
  if (!isOnlyClock) return undefined;
  return beginning.test(text.toLowerCase()) ? 'from' : ending.test(text.toLowerCase()) ? 'to' : undefined;
}

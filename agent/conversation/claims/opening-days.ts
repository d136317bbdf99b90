import { tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { daysIn, weekdaysOf } from './days.ts';

const closed = anyOf('closed', 'выходн|закрыт|не работа', 'dam ol|yopiq|ishlama');
const open = anyOf('(?:re)?open|work', 'работа|откры|жд[её]м', 'ishla|ochiq|ochil|kutamiz');

export type OpeningDays = ReadonlyMap<number, 'open' | 'closed'>;

/** The weekdays that a text calls open or closed. */
export function openingDaysIn(text: string): OpeningDays {
  const found = new Map<number, 'open' | 'closed'>();
  for (const clause of clausesOf(text.toLowerCase())) {
    const state = closed.test(clause) ? 'closed' : open.test(clause) ? 'open' : undefined;
    if (state === undefined) continue;
    for (const weekday of weekdaysOf(daysIn(tokensOf(clause), []))) found.set(weekday, state);
  }
  return found;
}

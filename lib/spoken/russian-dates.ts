import { type Parts, rewrite } from '../uzbek/rewrite.ts';
import * as shared from './patterns.ts';
import { caseOf, prepositionPattern } from './russian-cases.ts';
import { hours } from './russian-nouns.ts';
import * as numbers from './russian-numbers.ts';
import type { GrammaticalCase } from './russian-numbers.ts';

const months = [
  ...['января', 'февраля', 'марта', 'апреля', 'мая', 'июня', 'июля', 'августа', 'сентября', 'октября'],
  ...['ноября', 'декабря'],
];
const yearTail = '(?: ?(?:года|году|год|г\\.)(?!\\p{L}))?';
/** After these words a date is in the nominative: сегодня двадцать четвёртое. */
const todayPattern = '(?<today>(?<!\\p{L})(?:сегодня|завтра|вчера|послезавтра|это) )?';
const datePattern = (date: RegExp) =>
  new RegExp(`${todayPattern}${prepositionPattern}${date.source}${yearTail}`, 'giu');
const namedDate = datePattern(
  new RegExp(
    `(?<![\\d.,:])(?<day>[1-9]|[12]\\d|3[01])(?:-?(?:го|ое|е|му))? (?<month>${months.join('|')})(?!\\p{L})(?: (?<year>(?:1\\d|20)\\d\\d)(?![\\d.,]?\\d))?`,
    'u',
  ),
);
/** с 1 по 5 декабря, 1–5 декабря, 1 и 5 декабря */
const firstDay = new RegExp(
  `(?<![\\d.,:])(?<day>[1-9]|[12]\\d|3[01])(?=(?: (?:по|до|и|или) | ?[-–] ?)\\d{1,2} (?:${months.join('|')})(?!\\p{L}))`,
  'giu',
);
const numberedDates = [shared.datePatterns.dayFirst, shared.datePatterns.yearFirst].map(datePattern);
/** A day and a month without a year. A full stop is unambiguous, because Russian decimals have a comma. */
const dayAndMonth =
  /(?<!\d|\d[.,/-])(?<day>0[1-9]|[12]\d|3[01])\.(?<month>0[1-9]|1[0-2])(?!\d|[.,]\d| ?(?:%|млн|тыс|сум|долл|руб|кг|км|м|л|[$€₽])(?!\p{L}))/gu;

function date(part: Parts, month: string | undefined): string | undefined {
  const day = Number(part('day'));
  if (month === undefined || day < 1 || day > 31) return undefined;
  const inCase = caseOf(part);
  const isNamed = inCase === 'acc' || (inCase === 'nom' && part('today') !== '');
  const ending = inCase === 'dat' ? 'ому' : isNamed ? 'ое' : 'ого';
  const spokenDate = `${part('today')}${part('preposition')}${numbers.ordinal(String(day), ending)} ${month}`;
  return part('year') === '' ? spokenDate : `${spokenDate} ${numbers.ordinal(part('year'), 'ого')} года`;
}

export function sayDates(text: string): string {
  const byNumber = (part: Parts) => date(part, months[Number(part('month')) - 1]);
  const numbered = [...numberedDates, dayAndMonth].reduce(
    (result, pattern) => rewrite(result, pattern, byNumber),
    text,
  );
  const begun = rewrite(numbered, firstDay, (part) => numbers.ordinal(part('day'), 'ого'));
  return rewrite(begun, namedDate, (part) => date(part, part('month').toLowerCase()));
}

const yearNouns: Record<string, string> = {
  ...{ год: 'ый', года: 'ого', году: 'ому', годом: 'ым', годе: 'ом', годы: 'ый', годов: 'ого', годах: 'ом' },
};
const yearPattern = new RegExp(
  `${prepositionPattern}(?<![\\d.,])(?<years>(?:1\\d|20)\\d\\d(?:[-–](?:1\\d|20)\\d\\d)?)(?:-?(?:й|го|му|м))? ?(?<noun>год(?:а|у|ом|е|ы|ов|ах)?(?!\\p{L})|гг?\\.)`,
  'giu',
);

/** с 2020 по 2026 год */
const firstYearPattern = /(?<=(?<!\p{L})с )(?<year>(?:1\d|20)\d\d)(?= (?:по|до) (?:1\d|20)\d\d год)/giu;

export function sayYears(text: string): string {
  const begun = rewrite(text, firstYearPattern, (part) => numbers.ordinal(part('year'), 'ого'));
  return rewrite(begun, yearPattern, (part) => {
    const inCase = caseOf(part);
    const isAbbreviated = part('noun').endsWith('.');
    const written = inCase === 'acc' ? 'году' : 'года';
    const name = isAbbreviated ? written : part('noun').toLowerCase();
    const ending = inCase === 'acc' && name === 'году' ? 'ом' : yearNouns[name];
    if (ending === undefined) return undefined;
    const spokenText = part('years')
      .split(/[-–]/)
      .map((year) => numbers.ordinal(year, ending));
    return `${part('preposition')}${spokenText.join('-')} ${name}`;
  });
}

const clockRange = new RegExp(`(?<preposition>(?<!\\p{L})с )?${shared.clockRangePattern}`, 'giu');
const clock = new RegExp(
  `${prepositionPattern}${shared.clockPattern}(?<noun> час(?:ов|а|ам)?(?!\\p{L}))?`,
  'giu',
);

function time(written: string, inCase: GrammaticalCase): string {
  const [hour = '', minute = ''] = written.split(':');
  const spokenHour = numbers.cardinal(String(Number(hour)), 'm', inCase);
  if (minute === '00') return spokenHour;
  return `${spokenHour} ${numbers.cardinal(minute, 'm', inCase)}`;
}

export function sayTimes(text: string): string {
  const withHours = (written: string, inCase: GrammaticalCase) => {
    const hour = String(Number(written.split(':')[0]));
    const noun = written.endsWith(':00') ? ` ${numbers.agreed(hour, hours, inCase)}` : '';
    return time(written, inCase) + noun;
  };
  const ranges = rewrite(
    text,
    clockRange,
    (part) => `${part('preposition') || 'с '}${time(part('from'), 'gen')} до ${withHours(part('to'), 'gen')}`,
  );
  return rewrite(ranges, clock, (part) => part('preposition') + withHours(part('at'), caseOf(part)));
}

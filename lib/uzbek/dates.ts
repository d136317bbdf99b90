import { cardinal, ordinal } from './numbers.ts';
import { type Parts, suffixPattern, attach, rewrite } from './rewrite.ts';

/** The months as the Latin orthography writes them. */
export const months = [
  ...['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun'],
  ...['iyul', 'avgust', 'sentabr', 'oktabr', 'noyabr', 'dekabr'],
];

const romanMonths = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** `-yil`, `y.` or nothing, then a case ending. The ending moves to the month, because it is spoken last. */
const tailPattern = `(?:(?:[- ]?yil| ?y\\.)(?!l)|(?=[- ]?(?:${suffixPattern})(?!\\p{L})))?(?:[- ]?(?<suffix>${suffixPattern}))?(?!\\p{L})`;
const notInNumber = '(?![\\d]|[./:-]\\d)';

const dayFirstPattern = new RegExp(
  `(?<!\\d|\\d[./-])(?<day>\\d{1,2})(?<mark>[./])(?<month>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2})${notInNumber}(?:${tailPattern})?`,
  'gu',
);
const romanMonth = new RegExp(
  `(?<!\\d|\\d[./-])(?<day>\\d{1,2})[. ](?<month>[IVX]{1,4})[. ](?<year>\\d{4})${notInNumber}(?:${tailPattern})?`,
  'gu',
);
const yearFirstPattern = new RegExp(
  `(?<!\\d|\\d[./-])(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${notInNumber}(?:${tailPattern})?`,
  'gu',
);
/** A day and a month without a year. The day needs a leading zero, because `12.05` is a number. */
const withoutYear = new RegExp(
  `(?<!\\d|\\d[.,/-])(?<day>0[1-9])\\.(?<month>0[1-9]|1[0-2])(?![\\d%]|[.,]\\d)(?:[- ]?(?<suffix>${suffixPattern})(?!\\p{L}))?`,
  'gu',
);

function dayOfMonth(day: string, month: string | undefined, suffix: string): string | undefined {
  const number = Number(day);
  if (month === undefined || number < 1 || number > 31) return undefined;
  return attach(`${ordinal(String(number))} ${month}`, suffix);
}

function date(part: Parts, month: string | undefined): string | undefined {
  const day = dayOfMonth(part('day'), month, part('suffix'));
  const year = part('year').replace(/^0+(?=\d)/, '');
  return day === undefined ? undefined : `${ordinal(year)} yil ${day}`;
}

/** Says 09.05.2024, 9/5/2024, 2024-05-09 and 9.V.2024 in the Uzbek order: year, day, month. */
export function sayDates(text: string): string {
  const byNumber = (part: Parts) => date(part, months[Number(part('month')) - 1]);
  const yearFirst = rewrite(rewrite(text, dayFirstPattern, byNumber), yearFirstPattern, byNumber);
  const roman = rewrite(yearFirst, romanMonth, (part) =>
    date(part, months[romanMonths.indexOf(part('month'))]),
  );
  return rewrite(roman, withoutYear, (part) =>
    dayOfMonth(part('day'), months[Number(part('month')) - 1], part('suffix')),
  );
}

const clockPattern = '(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d)?';
const edgeBefore = '(?<named>(?<!\\p{L})[Ss]oat(?:lar)? )?(?<!\\d|\\d[:.,])';
const edgeAfter = '(?![\\d]|[:.,]\\d)';
const clockTail = `(?: ?-?(?<suffix>${suffixPattern})(?!\\p{L}))?`;

const rangePattern = new RegExp(
  `${edgeBefore}(?<from>${clockPattern}) ?[-–] ?(?<to>${clockPattern})${edgeAfter}(?: ?-?(?:gacha|da)(?!\\p{L}))?`,
  'gu',
);
const singlePattern = new RegExp(`${edgeBefore}(?<at>${clockPattern})${edgeAfter}${clockTail}`, 'gu');
/** `10.30` is a time only after the word soat. */
const pointedPattern = /(?<=(?<!\p{L})soat )(?<hour>\d{1,2})\.(?<minute>[0-5]\d)(?!\d|[.,]\d)/giu;

/** 10:05 is oʻn nol besh, 10:00 is oʻn, 10:00:05 is oʻn nol nol nol besh. */
function clock(written: string): string {
  const [hour = '', minute = '', second] = written.split(':');
  const hours = cardinal(String(Number(hour)));
  if (second !== undefined) return [hours, cardinal(minute), cardinal(second)].join(' ');
  return minute === '00' ? hours : `${hours} ${cardinal(minute)}`;
}

/** Says times of day, each after the word soat. */
export function sayTimes(text: string): string {
  const written = text.replace(pointedPattern, '$<hour>:$<minute>');
  const ranges = rewrite(
    written,
    rangePattern,
    (part) =>
      `${part('named') || 'soat '}${attach(clock(part('from')), 'dan')} ${attach(clock(part('to')), 'gacha')}`,
  );
  return rewrite(
    ranges,
    singlePattern,
    (part) => `${part('named') || 'soat '}${attach(clock(part('at')), part('suffix'))}`,
  );
}

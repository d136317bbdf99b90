import { type Parts, rewrite } from '../uzbek/rewrite.ts';
import { cardinal, ordinal, year } from './english-numbers.ts';
import * as shared from './patterns.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];
const monthNames = shared.alternatives([...months, ...months.map((month) => month.slice(0, 3)), 'Sept']);
const monthPattern = `(?<month>${monthNames})(?!\\p{L})(?:\\.(?= ?[\\d\\p{Ll},]))?`;
export const yearPattern = '(?<year>(?:1[1-9]|20)\\d\\d)(?!\\d|[.,]\\d)';
const dayPattern = '(?<day>[1-9]|[12]\\d|3[01])(?: ?[-–] ?(?<until>[1-9]|[12]\\d|3[01]))?';
const endingPattern = '(?:st|nd|rd|th)';
const monthFirst = new RegExp(
  `(?<!\\p{L})${monthPattern} ${dayPattern}${endingPattern}?(?![\\d:]|[.,]\\d)(?:,? ${yearPattern})?`,
  'gu',
);
const dayFirst = new RegExp(`(?<![\\d.,:])${dayPattern} ${monthPattern}(?:,? ${yearPattern})?`, 'gu');
const monthAndYear = new RegExp(`(?<=(?<!\\p{L})(?:${months.join('|')}),? )${yearPattern}`, 'gu');

function date(part: Parts, month: string | undefined): string | undefined {
  const day = Number(part('day'));
  if (month === undefined || day < 1 || day > 31) return undefined;
  const until = part('until') === '' ? '' : ` to ${ordinal(part('until'))}`;
  const spokenDate = `${month} ${ordinal(String(day))}${until}`;
  return part('year') === '' ? spokenDate : `${spokenDate}, ${year(part('year'))}`;
}

/** Says dates like Americans: November twenty-fourth, twenty twenty-six. A date in digits begins with the day or the year. */
export function sayDates(text: string): string {
  const byNumber = (part: Parts) => date(part, months[Number(part('month')) - 1]);
  const byName = (part: Parts) =>
    date(
      part,
      months.find((month) => month.startsWith(part('month').slice(0, 3))),
    );
  const numbered = [shared.datePatterns.dayFirst, shared.datePatterns.yearFirst].reduce(
    (result, pattern) => rewrite(result, pattern, byNumber),
    text,
  );
  const named = rewrite(rewrite(numbered, monthFirst, byName), dayFirst, byName);
  return rewrite(named, monthAndYear, (part) => year(part('year')));
}

const meridiemPattern = '[AaPp]\\.?[Mm](?!\\p{L})';
/** The dash of a range after its first time: 9am-6pm, 9:00–18:00. */
const dashAfterTime = new RegExp(`(?<=\\d:[0-5]\\d|\\d ?${meridiemPattern}\\.?) ?[-–] ?(?=\\d)`, 'gu');
const clock = new RegExp(`${shared.clockPattern}(?: ?(?<meridiem>${meridiemPattern}))?`, 'gu');

function time(written: string, hasMeridiem = false): string {
  const [hour, minute] = written.split(':').map(Number) as [number, number];
  const minutes =
    minute === 0 ? '' : ` ${minute < 10 ? `oh ${cardinal(String(minute))}` : cardinal(String(minute))}`;
  const hours = cardinal(String(hour % 12 === 0 ? 12 : hour % 12)) + minutes;
  if (hasMeridiem) return hours;
  if (hour === 0 || hour === 24) return minute === 0 ? 'midnight' : `${hours} at night`;
  if (hour > 12) return `${hours} PM`;
  return minute === 0 ? `${hours} o'clock` : hours;
}

export function sayTimes(text: string): string {
  return rewrite(text.replace(dashAfterTime, ' to '), clock, (part) => {
    const meridiem = part('meridiem');
    return meridiem === '' ? time(part('at')) : `${time(part('at'), true)} ${meridiem}`;
  });
}

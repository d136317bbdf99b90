import { cardinal } from './numbers.ts';
import { rewrite } from './rewrite.ts';
import { attach, SUFFIX } from './suffixes.ts';

const CLOCK = '(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d)?';
const EDGE_BEFORE = '(?<named>(?<!\\p{L})[Ss]oat(?:lar)? )?(?<!\\d|\\d[:.,])';
const EDGE_AFTER = '(?![\\d]|[:.,]\\d)';
const TAIL = `(?: ?-?(?<suffix>${SUFFIX})(?!\\p{L}))?`;

const RANGE = new RegExp(
  `${EDGE_BEFORE}(?<from>${CLOCK}) ?[-–] ?(?<to>${CLOCK})${EDGE_AFTER}(?: ?-?(?:gacha|da)(?!\\p{L}))?`,
  'gu',
);
const SINGLE = new RegExp(`${EDGE_BEFORE}(?<at>${CLOCK})${EDGE_AFTER}${TAIL}`, 'gu');
/** With a full stop it is a time only where the word soat says so. */
const POINTED = /(?<=(?<!\p{L})soat )(?<hour>\d{1,2})\.(?<minute>[0-5]\d)(?!\d|[.,]\d)/giu;

function part(digits: string): string {
  return digits.startsWith('0') && digits !== '0' ? `nol ${cardinal(digits.slice(1))}` : cardinal(digits);
}

/** 10:05 is oʻn nol besh, 10:00 is oʻn, 10:00:05 is oʻn nol nol nol besh. */
function clock(written: string): string {
  const [hour = '', minute = '', second] = written.split(':');
  const hours = cardinal(String(Number(hour)));
  if (second !== undefined) return [hours, part(minute), part(second)].join(' ');
  return minute === '00' ? hours : `${hours} ${part(minute)}`;
}

/** Times of day, each behind the word soat. */
export function sayTimes(text: string): string {
  const written = text.replace(POINTED, '$<hour>:$<minute>');
  const ranges = rewrite(
    written,
    RANGE,
    (value) =>
      `${value('named') || 'soat '}${attach(clock(value('from')), 'dan')} ${attach(clock(value('to')), 'gacha')}`,
  );
  return rewrite(
    ranges,
    SINGLE,
    (value) => `${value('named') || 'soat '}${attach(clock(value('at')), value('suffix'))}`,
  );
}

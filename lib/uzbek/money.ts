import { rewrite, type Parts } from './rewrite.ts';
import { attach, SUFFIX } from './suffixes.ts';

const currencies: Record<string, { name: string; hundredth?: string }> = {
  $: { name: 'dollar', hundredth: 'sent' },
  USD: { name: 'dollar', hundredth: 'sent' },
  '€': { name: 'yevro', hundredth: 'sent' },
  EUR: { name: 'yevro', hundredth: 'sent' },
  '£': { name: 'funt sterling', hundredth: 'pens' },
  GBP: { name: 'funt sterling', hundredth: 'pens' },
  '₽': { name: 'rubl', hundredth: 'kopeyka' },
  RUB: { name: 'rubl', hundredth: 'kopeyka' },
  UZS: { name: 'soʻm', hundredth: 'tiyin' },
  '₸': { name: 'tenge' },
  KZT: { name: 'tenge' },
  '¥': { name: 'iyena' },
  CNY: { name: 'yuan' },
  '₺': { name: 'lira' },
};

const scales: Record<string, string> = {
  mln: 'million',
  mlrd: 'milliard',
  trln: 'trillion',
  mlyn: 'million',
};

const NAME = Object.keys(currencies)
  .map((name) => name.replace('$', '\\$'))
  .join('|');
const AMOUNT = '(?<amount>\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
const SCALE = '(?: ?(?<scale>ming|million|milliard|trillion)(?!\\p{L}))?';
const TAIL = `(?:[- ]?(?<suffix>${SUFFIX})(?!\\p{L})|(?!\\p{L}))`;

const ABBREVIATED_SCALE = /(?<=\d ?)(?<scale>mln|mlrd|trln|mlyn)(?!\p{L})\.?/gu;
const BEFORE = new RegExp(`(?<!\\p{L})(?<name>${NAME}) ?${AMOUNT}(?![.,]?\\d)${SCALE}${TAIL}`, 'gu');
const AFTER = new RegExp(`(?<![\\d.,])${AMOUNT}${SCALE} ?(?<name>${NAME})${TAIL}`, 'gu');
const PERCENT = new RegExp(`(?<=\\d) ?(?<name>[%‰])${TAIL}`, 'gu');

function money(part: Parts): string | undefined {
  const currency = currencies[part('name')];
  if (currency === undefined) return undefined;
  const [whole, hundredths] = part('amount').split(/[.,]/);
  if (currency.hundredth !== undefined && part('scale') === '' && hundredths?.length === 2) {
    const small = attach(`${Number(hundredths)} ${currency.hundredth}`, part('suffix'));
    return `${whole} ${currency.name} ${small}`;
  }
  return [part('amount'), part('scale'), attach(currency.name, part('suffix'))].filter(Boolean).join(' ');
}

/** Puts each currency and percent sign where it is said, behind its number, which stays in digits. */
export function nameMoney(text: string): string {
  const scaled = rewrite(text, ABBREVIATED_SCALE, (part) => scales[part('scale')]);
  const named = rewrite(rewrite(scaled, BEFORE, money), AFTER, money);
  return rewrite(named, PERCENT, (part) =>
    attach(part('name') === '%' ? 'foiz' : 'promille', part('suffix')),
  );
}

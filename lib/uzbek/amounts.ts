import { SPARE_SPACES } from './alphabet.ts';
import { fraction } from './numbers.ts';
import { type Parts, SUFFIX, attach, rewrite } from './rewrite.ts';

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

const CURRENCY = Object.keys(currencies)
  .map((name) => name.replace('$', '\\$'))
  .join('|');
const SUM = '(?<amount>\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
const SUM_SCALE = '(?: ?(?<scale>ming|million|milliard|trillion)(?!\\p{L}))?';
const SUM_TAIL = `(?:[- ]?(?<suffix>${SUFFIX})(?!\\p{L})|(?!\\p{L}))`;

const ABBREVIATED_SCALE = /(?<=\d ?)(?<scale>mln|mlrd|trln|mlyn)(?!\p{L})\.?/gu;
const BEFORE = new RegExp(`(?<!\\p{L})(?<name>${CURRENCY}) ?${SUM}(?![.,]?\\d)${SUM_SCALE}${SUM_TAIL}`, 'gu');
const AFTER = new RegExp(`(?<![\\d.,])${SUM}${SUM_SCALE} ?(?<name>${CURRENCY})${SUM_TAIL}`, 'gu');
const PERCENT = new RegExp(`(?<=\\d) ?(?<name>[%‰])${SUM_TAIL}`, 'gu');

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

const units: Record<string, string> = {
  ...{ km: 'kilometr', m: 'metr', dm: 'detsimetr', sm: 'santimetr', cm: 'santimetr', mm: 'millimetr' },
  ...{ t: 'tonna', kg: 'kilogramm', g: 'gramm', gr: 'gramm', mg: 'milligramm', l: 'litr', ml: 'millilitr' },
  ...{ ga: 'gektar', min: 'daqiqa', daq: 'daqiqa', sek: 'soniya', kkal: 'kilokaloriya', px: 'piksel' },
  ...{ Vt: 'vatt', kVt: 'kilovatt', MVt: 'megavatt', GVt: 'gigavatt', V: 'volt', kV: 'kilovolt' },
  ...{ Gs: 'gers', Hz: 'gers', kHz: 'kilogers', MHz: 'megagers', GHz: 'gigagers', dB: 'detsibel' },
  ...{ KB: 'kilobayt', MB: 'megabayt', GB: 'gigabayt', TB: 'terabayt', Mbit: 'megabit', Gbit: 'gigabit' },
  ...{
    Kb: 'kilobayt',
    Mb: 'megabayt',
    Gb: 'gigabayt',
    '°C': 'daraja',
    '°F': 'daraja Farengeyt',
    '°': 'daraja',
  },
};

/** The unit behind the slash, which Uzbek says in front of the number. */
const rates: Record<string, string> = {
  ...{ h: 'soatiga', soat: 'soatiga', s: 'soniyasiga', sek: 'soniyasiga', min: 'daqiqasiga' },
  ...{
    kun: 'kuniga',
    oy: 'oyiga',
    yil: 'yiliga',
    kg: 'kilogrammiga',
    l: 'litriga',
    ga: 'gektariga',
    m: 'metriga',
  },
};

const powers: Record<string, string> = { '2': 'kvadrat', '²': 'kvadrat', '3': 'kub', '³': 'kub' };

const byLength = (names: Record<string, unknown>) =>
  Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .join('|');

/** 50 ga yaqin is no field of fifty hectares. */
const UNIT = byLength(units).replace(
  /(?<=\|)ga(?=\|)/,
  'ga(?! (?:yaqin|qadar|teng|nisbatan|koʻra|qarshi|oid|qara|boʻl|koʻp|kamay|oʻs|osh|yet|tush|koʻtar))',
);

const AMOUNT = '(?<![\\p{L}\\d]|\\d[.,])(?<amount>[−-]?\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
const SCALE = '(?<scale>(?: (?:ming|million|milliard))?)';
const TAIL = `(?:[-. ]?(?<suffix>${SUFFIX})(?!\\p{L})|(?![\\p{L}\\d]))`;
const RATE = new RegExp(
  `${AMOUNT}${SCALE} ?(?<unit>${byLength(units)}|soʻm|dollar) ?/ ?(?<rate>${byLength(rates)})${TAIL}`,
  'gu',
);
const AREA = new RegExp(
  `(?<=\\d|ming|million|milliard) ?(?:(?<word>kv|kub)[. ] ?(?<named>[ksdm]?m)|(?<unit>[ksdm]?m)(?<power>[23²³]))${TAIL}`,
  'gu',
);
const POWER_HOUR = new RegExp(`(?<=\\d) ?kVt[·./ -]?(?:soat|s)${TAIL}`, 'gu');
const PLAIN = new RegExp(
  `${AMOUNT}${SCALE}(?<gap> ?)(?<unit>${UNIT})${TAIL}(?<stop>\\.(?= ?\\p{Ll}))?`,
  'gu',
);

function area(part: Parts): string {
  const power = part('word') === 'kv' ? 'kvadrat' : part('word') || (powers[part('power')] ?? '');
  const unit = units[part('named') || part('unit')] ?? '';
  return attach(`${power} ${unit}`, part('suffix'));
}

function plain(part: Parts): string | undefined {
  // 5ga is "to five" (a suffix is written on), 5 ga is five hectares (a unit stands apart).
  if (part('unit') === 'ga' && part('gap') === '') return undefined;
  return `${part('amount')}${part('scale')} ${attach(units[part('unit')] ?? '', part('suffix'))}`;
}

/** Names the units behind numbers, which stay in digits: 5 kg, 80 m², 90 km/h (soatiga 90 kilometr). */
export function nameUnits(text: string): string {
  const hours = rewrite(text, POWER_HOUR, (part) => attach('kilovatt-soat', part('suffix')));
  const perUnit = rewrite(hours, RATE, (part) => {
    const unit = attach(units[part('unit')] ?? part('unit'), part('suffix'));
    return `${rates[part('rate')]} ${part('amount')}${part('scale')} ${unit}`;
  });
  return rewrite(rewrite(perUnit, AREA, area), PLAIN, plain);
}

const OPERATOR = /(?<=\d ?)[+×=÷<>*](?= ?\d)/gu;
const MINUS_OF_SUM = /(?<=\d) ?[-–−] ?(?=\d+ ?=)/gu;
/** 2025/2026 oʻquv yili */
const SCHOOL_YEAR = /(?<=(?<!\d)20\d\d)\/(?=20\d\d(?!\d))/gu;
const TIMES = /(?<=\d) ?x ?(?=\d)/gu;
const POSITIVE = /\+ ?(?=\d)/gu;
const NEGATIVE = /− ?(?=\d)/gu;

const operators: Record<string, string> = {
  ...{ '+': 'plyus', '×': 'karra', '*': 'karra', '=': 'teng', '÷': 'boʻlingan', '<': 'kichik', '>': 'katta' },
};

const FRACTION = /(?<![\d./,-])(?<numerator>\d{1,3})\/(?<denominator>\d{1,3})(?![\d./]|-\d)/gu;

const signs: Record<string, string> = {
  ...{ '&': 'va', '§': 'paragraf', '±': 'plyus-minus', '≈': 'taxminan', '~': 'taxminan', '²': 'kvadrat' },
  ...{ '³': 'kub', '№': 'raqam', '%': 'foiz', '°': 'daraja', $: 'dollar', '€': 'yevro', '@': 'et' },
};
const SIGN = /[&§±≈²³№%°$€@]|~(?= ?\d)/gu;
/** Pictures, frames, arrows; and the marks that only machines read. */
const SILENT = /[\p{S}_#*/\\|]/gu;

/** The signs of arithmetic between two numbers: 2 + 3 = 5. */
export function sayOperators(text: string): string {
  return text
    .replace(SCHOOL_YEAR, '-')
    .replace(MINUS_OF_SUM, ' minus ')
    .replace(TIMES, ' karra ')
    .replace(OPERATOR, (sign) => ` ${operators[sign] ?? ''} `)
    .replace(/(?<=\d ?)−(?= ?\d)/gu, '–')
    .replace(POSITIVE, 'plyus ')
    .replace(NEGATIVE, 'minus ');
}

/** Fractions, then the signs that are said by their names; those that are not said go. */
export function saySigns(text: string): string {
  const halves = rewrite(text, FRACTION, (part) => {
    const proper = Number(part('numerator')) > 0 && Number(part('numerator')) < Number(part('denominator'));
    return proper ? fraction(part('numerator'), part('denominator')) : undefined;
  });
  return halves
    .replace(SIGN, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(SILENT, ' ')
    .replace(SPARE_SPACES, '');
}

/** Takes out the spaces that nobody would have typed. */
export function tidy(text: string): string {
  return text
    .replace(SPARE_SPACES, '')
    .replace(/(?<=[([«„“]) +/gu, '')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
    .normalize('NFC');
}

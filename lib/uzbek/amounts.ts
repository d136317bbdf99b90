import { spareSpaces } from './alphabet.ts';
import { fraction } from './numbers.ts';
import { type Parts, suffixPattern, attach, rewrite } from './rewrite.ts';
import { eitherCase } from './words.ts';
import { sayFractions } from './written-numbers.ts';

interface Currency {
  name: string;
  hundredth?: string;
}
const dollar: Currency = { name: 'dollar', hundredth: 'sent' };
const euro: Currency = { name: 'yevro', hundredth: 'sent' };
const pound: Currency = { name: 'funt sterling', hundredth: 'pens' };
const rouble: Currency = { name: 'rubl', hundredth: 'kopeyka' };
const tenge: Currency = { name: 'tenge' };
const currencies: Record<string, Currency> = {
  ...{ $: dollar, USD: dollar, '€': euro, EUR: euro, '£': pound, GBP: pound, '₽': rouble, RUB: rouble },
  ...{ UZS: { name: 'soʻm', hundredth: 'tiyin' }, '₸': tenge, KZT: tenge, '¥': { name: 'iyena' } },
  ...{ CNY: { name: 'yuan' }, '₺': { name: 'lira' } },
};

const scales: Record<string, string> = {
  ...{ mln: 'million', mlrd: 'milliard', trln: 'trillion' },
};

const currencyPattern = Object.keys(currencies)
  .map((name) => name.replace('$', '\\$'))
  .join('|');
const moneyPattern = '(?<amount>\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
const moneyScale = '(?: ?(?<scale>ming|million|milliard|trillion)(?!\\p{L}))?';
const signTail = `(?:[- ]?(?<suffix>${suffixPattern})(?!\\p{L})|(?!\\p{L}))`;

const abbreviatedScale = /(?<=\d ?)(?<scale>mln|mlrd|trln)(?!\p{L})\.?/gu;
const beforePattern = new RegExp(
  `(?<!\\p{L})(?<name>${currencyPattern}) ?${moneyPattern}(?![.,]?\\d)${moneyScale}${signTail}`,
  'gu',
);
const afterPattern = new RegExp(
  `(?<![\\d.,])${moneyPattern}${moneyScale} ?(?<name>${currencyPattern})${signTail}`,
  'gu',
);
const percentPattern = new RegExp(`(?<=\\d) ?(?<name>[%‰])${signTail}`, 'gu');

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

/** Writes each currency and percent sign in words after its number, which stays in digits. */
export function nameMoney(text: string): string {
  const withScales = rewrite(text, abbreviatedScale, (part) => scales[part('scale')]);
  const withCurrencies = rewrite(rewrite(withScales, beforePattern, money), afterPattern, money);
  return rewrite(withCurrencies, percentPattern, (part) =>
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
  ...{ Kb: 'kilobayt', Mb: 'megabayt', Gb: 'gigabayt', '°C': 'daraja', '°F': 'daraja Farengeyt' },
  ...{ '°': 'daraja' },
};

/** The unit after the slash, which Uzbek says before the number. */
const rates: Record<string, string> = {
  ...{ h: 'soatiga', soat: 'soatiga', s: 'soniyasiga', sek: 'soniyasiga', min: 'daqiqasiga' },
  ...{ kun: 'kuniga', oy: 'oyiga', yil: 'yiliga', kg: 'kilogrammiga', l: 'litriga', ga: 'gektariga' },
  ...{ m: 'metriga' },
};

const powers: Record<string, string> = { '2': 'kvadrat', '²': 'kvadrat', '3': 'kub', '³': 'kub' };

const byLength = (names: Record<string, unknown>) =>
  Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .join('|');

const landWords = 'yer maydon bogʻ uzumzor paxta gʻalla bugʻdoy sholi ekin hosil dala yaylov oʻrmon';
/** A word of land with its endings: yerimiz, maydoni; but not bogʻcha or bogʻlanaman. */
const landPattern = `(?:${landWords.split(' ').map(eitherCase).join('|')})(?:lar)?(?:imiz|ingiz|im|ing|si|i)?(?:${suffixPattern})?(?!\\p{L})`;
/** After a space, ga is a hectare only next to a word of land or with an ending of its own: 5 ga yer, 5 gadan; soat 10 ga is "at ten". */
const hectarePattern = `(?:(?<=(?<!\\p{L})${landPattern}(?: ?[:–-])? \\d[\\d., –-]*(?:ming |million )?)ga|ga(?=[- ]?(?:${suffixPattern})(?!\\p{L})| ${landPattern}))`;
const unitPattern = byLength(units).replace(/(?<=\|)ga(?=\|)/, hectarePattern);

const amountPattern =
  '(?<![\\p{L}\\d]|\\d[.,])(?<amount>[−-]?\\d+(?:[.,]\\d+)?(?: ?[-–] ?\\d+(?:[.,]\\d+)?)?)';
const scalePattern = '(?<scale>(?: (?:ming|million|milliard))?)';
const tailPattern = `(?:[-. ]?(?<suffix>${suffixPattern})(?!\\p{L})|(?![\\p{L}\\d]))`;
const ratePattern = new RegExp(
  `${amountPattern}${scalePattern} ?(?<unit>${byLength(units)}|soʻm|dollar) ?/ ?(?<rate>${byLength(rates)})${tailPattern}`,
  'gu',
);
const areaPattern = new RegExp(
  `(?<=\\d|ming|million|milliard) ?(?:(?<word>kv|kub)[. ] ?(?<named>[ksdm]?m)|(?<unit>[ksdm]?m)(?<power>[23²³]))${tailPattern}`,
  'gu',
);
const powerHour = new RegExp(`(?<=\\d) ?kVt[·./ -]?(?:soat|s)${tailPattern}`, 'gu');
const plainPattern = new RegExp(
  `${amountPattern}${scalePattern}(?<gap> ?)(?<unit>${unitPattern})${tailPattern}(?<stop>\\.(?= ?\\p{Ll}))?`,
  'gu',
);

function area(part: Parts): string {
  const power = part('word') === 'kv' ? 'kvadrat' : part('word') || (powers[part('power')] ?? '');
  const unit = units[part('named') || part('unit')] ?? '';
  return attach(`${power} ${unit}`, part('suffix'));
}

function plain(part: Parts): string | undefined {
  // Without a space ga is always an ending: 5ga yer.
  if (part('unit') === 'ga' && part('gap') === '') return undefined;
  return `${part('amount')}${part('scale')} ${attach(units[part('unit')] ?? '', part('suffix'))}`;
}

/** Names the units after numbers, which stay in digits: 5 kg, 80 m², 90 km/h (soatiga 90 kilometr). */
export function nameUnits(text: string): string {
  const hours = rewrite(text, powerHour, (part) => attach('kilovatt-soat', part('suffix')));
  const perUnit = rewrite(hours, ratePattern, (part) => {
    const unit = attach(units[part('unit')] ?? part('unit'), part('suffix'));
    return `${rates[part('rate')]} ${part('amount')}${part('scale')} ${unit}`;
  });
  return rewrite(rewrite(perUnit, areaPattern, area), plainPattern, plain);
}

const operatorPattern = /(?<=\d ?)[+×x=÷<>*](?= ?\d)/gu;
/** 2025/2026 oʻquv yili */
const schoolYear = /(?<=(?<!\d)20\d\d)\/(?=20\d\d(?!\d))/gu;

const operators: Record<string, string> = {
  ...{ '+': 'plyus', '×': 'karra', x: 'karra', '*': 'karra', '=': 'teng', '÷': 'boʻlingan' },
  ...{ '<': 'kichik', '>': 'katta' },
};

const signs: Record<string, string> = {
  ...{ '&': 'va', '§': 'paragraf', '±': 'plyus-minus', '≈': 'taxminan', '~': 'taxminan', '²': 'kvadrat' },
  ...{ '³': 'kub', '№': 'raqam', '%': 'foiz', '°': 'daraja', $: 'dollar', '€': 'yevro', '@': 'et' },
};
const signPattern = /[&§±≈²³№%°$€@]|~(?= ?\d)/gu;
/** Signs without a spoken name: emoji, box drawings, arrows, _ and #. */
const silentPattern = /[\p{S}_#*/\\|]/gu;

/** Says the signs of arithmetic between two numbers: 2 + 3 = 5. */
export function sayOperators(text: string): string {
  return text
    .replace(schoolYear, '-')
    .replace(/(?<=\d) ?[-–−] ?(?=\d+ ?=)/gu, ' minus ')
    .replace(operatorPattern, (sign) => ` ${operators[sign] ?? ''} `)
    .replace(/(?<=\d ?)−(?= ?\d)/gu, '–')
    .replace(/\+ ?(?=\d)/gu, 'plyus ')
    .replace(/− ?(?=\d)/gu, 'minus ');
}

/** Says fractions, then signs by their names; removes silent ones. */
export function saySigns(text: string): string {
  return sayFractions(text, fraction)
    .replace(signPattern, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(silentPattern, ' ')
    .replace(spareSpaces, '');
}

/** Removes superfluous spaces, and composes letters with their marks (NFC). */
export function tidy(text: string): string {
  return text
    .replace(spareSpaces, '')
    .replace(/(?<=[([«„“]) +/gu, '')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim()
    .normalize('NFC');
}

import { sayPhones } from '../uzbek/contacts.ts';
import { type Parts, rewrite } from '../uzbek/rewrite.ts';
import { joinThousands, sayFractions, sayPoints } from '../uzbek/written-numbers.ts';
import { sayDates, sayTimes, yearPattern } from './english-dates.ts';
import { amount, cardinal, digitByDigit, fraction, ordinal, quantity, year } from './english-numbers.ts';
import * as shared from './patterns.ts';

type Names = readonly [one: string, many: string];
interface Currency {
  names: Names;
  hundredths?: Names;
}
const regular = (name: string): Names => [name, `${name}s`];
const dollar: Currency = { names: regular('dollar'), hundredths: regular('cent') };
const euro: Currency = { names: regular('euro'), hundredths: regular('cent') };
const pound: Currency = { names: regular('pound'), hundredths: ['penny', 'pence'] };
const rouble: Currency = { names: regular('ruble') };
const tenge: Currency = { names: ['tenge', 'tenge'] };
const soum: Currency = { names: ['soum', 'soum'] };
const currencies: Record<string, Currency> = {
  ...{ $: dollar, US$: dollar, USD: dollar, '€': euro, EUR: euro, '£': pound, GBP: pound, '₽': rouble },
  ...{ RUB: rouble, '₸': tenge, KZT: tenge, CNY: { names: ['yuan', 'yuan'] }, UZS: soum, soʻm: soum },
};
const scales: Record<string, string> = {
  ...{ k: 'thousand', K: 'thousand', m: 'million', M: 'million', mln: 'million', bn: 'billion' },
  ...{ B: 'billion', thousand: 'thousand', million: 'million', billion: 'billion', trillion: 'trillion' },
};
const scalePattern = `(?: ?(?<scale>${shared.alternatives(Object.keys(scales))})(?!\\p{L}))?`;
const currencyPattern = `(?<name>${shared.alternatives(Object.keys(currencies))})`;
const moneyPatterns = [
  new RegExp(`(?<!\\p{L})${currencyPattern} ?${shared.amountPattern}(?![.,]?\\d)${scalePattern}`, 'gu'),
  new RegExp(
    `${shared.notInNumber}${shared.amountPattern}${scalePattern} ?${currencyPattern}(?![\\p{L}\\d])`,
    'gu',
  ),
];
const scaledPattern = new RegExp(
  `${shared.notInNumber}${shared.amountPattern} ?(?<scale>mln|bn|k)(?![\\p{L}\\d])`,
  'gu',
);
const thousandsPattern = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d|,\d)/gu;

function sayCounted(written: string, [one, many]: Names): string {
  return `${amount(written)} ${written === '1' ? one : many}`;
}

function money(part: Parts): string | undefined {
  const currency = currencies[part('name')];
  if (currency === undefined) return undefined;
  const scale = scales[part('scale')];
  if (scale !== undefined) return `${amount(part('amount'))} ${scale} ${currency.names[1]}`;
  const cents = /^(?<whole>\d+)[.,](?<rest>\d\d)$/.exec(part('amount'))?.groups;
  if (cents === undefined || currency.hundredths === undefined)
    return sayCounted(part('amount'), currency.names);
  const [whole = '', rest = ''] = [cents.whole, String(Number(cents.rest))];
  const spokenText = [
    whole !== '0' && sayCounted(whole, currency.names),
    rest !== '0' && sayCounted(rest, currency.hundredths),
  ];
  return spokenText.filter(Boolean).join(' and ') || sayCounted('0', currency.names);
}

function sayMoney(text: string): string {
  const joined = text.replace(thousandsPattern, (match) => match.replaceAll(',', ''));
  const named = moneyPatterns.reduce((result, pattern) => rewrite(result, pattern, money), joined);
  return rewrite(named, scaledPattern, (part) => `${amount(part('amount'))} ${scales[part('scale')]}`);
}

const units: Record<string, Names> = {
  ...{
    '%': ['percent', 'percent'],
    km: regular('kilometer'),
    m: regular('meter'),
    cm: regular('centimeter'),
  },
  ...{ mm: regular('millimeter'), kg: regular('kilogram'), g: regular('gram'), mg: regular('milligram') },
  ...{ t: regular('ton'), l: regular('liter'), L: regular('liter'), ml: regular('milliliter') },
  ...{ 'm²': regular('square meter'), m2: regular('square meter'), 'sq m': regular('square meter') },
  ...{ 'km²': regular('square kilometer'), km2: regular('square kilometer'), 'm³': regular('cubic meter') },
  ...{ m3: regular('cubic meter'), h: regular('hour'), hr: regular('hour'), hrs: regular('hour') },
  ...{ min: regular('minute'), mins: regular('minute'), sec: regular('second'), GB: regular('gigabyte') },
  ...{ MB: regular('megabyte'), TB: regular('terabyte'), KB: regular('kilobyte'), Mbit: regular('megabit') },
  ...{ pcs: regular('piece'), '°C': ['degree Celsius', 'degrees Celsius'], '°': regular('degree') },
  ...{ '°F': ['degree Fahrenheit', 'degrees Fahrenheit'], W: regular('watt'), kW: regular('kilowatt') },
};
const unitPattern = new RegExp(
  `${shared.notInNumber}${shared.amountPattern} ?(?<unit>${shared.alternatives(Object.keys(units))})(?![\\p{L}\\d])`,
  'gu',
);
const ratePattern = new RegExp(
  `(?<=\\p{L}) ?/ ?(?<unit>h|s|kg|l|km|m²|m2|min|month|year|day|hour)(?![\\p{L}\\d])`,
  'gu',
);

function sayUnits(text: string): string {
  const named = rewrite(text, unitPattern, (part) => {
    const names = units[part('unit')];
    return names && sayCounted(part('amount'), names);
  });
  return rewrite(named, ratePattern, (part) => {
    const unit = part('unit') === 's' ? 'second' : (units[part('unit')]?.[0] ?? part('unit'));
    return ` per ${unit}`;
  });
}

const yearsPattern =
  /(?<![\d.,])(?<from>(?:1[1-9]|20)\d\d)(?: ?[-–] ?|(?<=(?:rom|etween) \d{4}) (?<word>to|until|and) )(?<to>(?:1[1-9]|20)\d\d)(?![\d.,]?\d)/gu;
const yearAfterWord = new RegExp(
  `(?<=(?<!\\p{L})(?:[Ii]n|[Ss]ince|of|[Bb]y|[Uu]ntil|till|from|[Ff]rom|[Bb]efore|[Aa]fter|[Yy]ear|[Dd]uring|[Ee]arly|[Ll]ate|[Tt]he) )${yearPattern}(?![-–]\\p{L})`,
  'gu',
);
const decadePattern = /(?<!\d)(?<century>1[1-9]|20)?(?<decade>\d0)['’ʼ]?s(?!\p{L})/gu;
const ordinalPattern = /(?<!\d|\d[.,])(?<number>\d+)(?:st|nd|rd|th)(?!\p{L})/giu;

function sayYearsAndOrdinals(text: string): string {
  const years = rewrite(text, yearsPattern, (part) => {
    return `${year(part('from'))} ${part('word') || 'to'} ${year(part('to'))}`;
  });
  const single = rewrite(years, yearAfterWord, (part) => year(part('year')));
  const decades = rewrite(single, decadePattern, (part) => {
    const spokenText =
      part('century') === '' ? cardinal(part('decade')) : year(part('century') + part('decade'));
    return spokenText.endsWith('y') ? `${spokenText.slice(0, -1)}ies` : `${spokenText}s`;
  });
  return rewrite(decades, ordinalPattern, (part) => ordinal(part('number')));
}

const signNames = {
  number: 'number',
  about: 'about',
  plus: 'plus',
  operators: {
    ...{ '+': 'plus', '×': 'times', '*': 'times', '=': 'equals', '÷': 'divided by' },
    ...{ '/': '', ':': 'to', x: 'by', х: 'by' },
  },
};
const numberPattern = new RegExp(`${shared.amountPattern}(?![.,]\\d)`, 'gu');

function sayNumbers(text: string): string {
  const plain = shared.saySigns(sayFractions(text, fraction), signNames);
  const codes = rewrite(plain, shared.codePattern, (part) => digitByDigit(part('')));
  const spokenText = rewrite(codes, numberPattern, (part) => amount(part('amount')));
  return rewrite(spokenText, /\d+/gu, (part) => quantity(part(''))).replace(/(?<=\p{L}) {2,}/gu, ' ');
}

/** Writes the numbers and signs of an English text in words. Telephone numbers are said digit by digit, in groups. */
export function spokenEnglish(text: string): string {
  const phones = sayPhones(shared.unify(text, 'minus'), 'plus', digitByDigit);
  const named = sayPoints(joinThousands(sayTimes(sayDates(phones))), 'point');
  return sayNumbers(sayYearsAndOrdinals(sayUnits(sayMoney(named))));
}

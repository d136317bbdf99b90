import { rewrite, type Parts } from './rewrite.ts';
import { attach, SUFFIX } from './suffixes.ts';

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

/** What comes behind the slash, as Uzbek says it: in front of the number. */
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

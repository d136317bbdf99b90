export type Gender = 'm' | 'f' | 'n';
/** The cases of a number; `acc` differs from `nom` only in одну and тысячу. */
export type GrammaticalCase = 'nom' | 'acc' | 'gen' | 'dat' | 'ins';
/** The forms in один рубль, два рубля, пять рублей, полтора рубля, к рублю and к рублям. */
export type Noun = readonly [
  one: string,
  few: string,
  many: string,
  genitive: string,
  dative: string,
  dativePlural: string,
];

const teens =
  'одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат';
const small = {
  nom: `ноль один два три четыре пять шесть семь восемь девять десять ${teens.replaceAll(/т(?= |$)/g, 'ть')}`,
  gen: `ноля одного двух трёх четырёх пяти шести семи восьми девяти десяти ${teens.replaceAll(/т(?= |$)/g, 'ти')}`,
  ins: `нолём одним двумя тремя четырьмя пятью шестью семью восемью девятью десятью ${teens.replaceAll(/т(?= |$)/g, 'тью')}`,
  dat: `нолю одному двум трём четырём пяти шести семи восьми девяти десяти ${teens.replaceAll(/т(?= |$)/g, 'ти')}`,
};
const tens = {
  nom: '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
  gen: '- - двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста',
  ins: '- - двадцатью тридцатью сорока пятьюдесятью шестьюдесятью семьюдесятью восемьюдесятью девяноста',
};
const hundreds = {
  nom: '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот',
  gen: '- ста двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот',
  ins: '- ста двумястами тремястами четырьмястами пятьюстами шестьюстами семьюстами восемьюстами девятьюстами',
  dat: '- ста двумстам трёмстам четырёмстам пятистам шестистам семистам восьмистам девятистам',
};
const wordAt = (words: string, index: number) => words.split(' ')[index] ?? '';

const formsOfOne: Record<Gender, Record<GrammaticalCase, string>> = {
  m: { nom: 'один', acc: 'один', gen: 'одного', dat: 'одному', ins: 'одним' },
  f: { nom: 'одна', acc: 'одну', gen: 'одной', dat: 'одной', ins: 'одной' },
  n: { nom: 'одно', acc: 'одно', gen: 'одного', dat: 'одному', ins: 'одним' },
};

/** Reads a noun's forms, separated by |. The last three may be omitted. */
export function noun(forms: string): Noun {
  const [one = '', few = '', many = '', genitive = few, dative = one, dativePlural = many] = forms.split('|');
  return [one, few, many, genitive, dative, dativePlural];
}

const scales: { noun: Noun; gender: Gender }[] = [
  { noun: noun('||'), gender: 'm' },
  { noun: noun('тысяча|тысячи|тысяч|тысячи|тысяче|тысячам'), gender: 'f' },
  ...['миллион', 'миллиард', 'триллион'].map((name) => ({
    noun: noun(`${name}|${name}а|${name}ов|${name}а|${name}у|${name}ам`),
    gender: 'm' as const,
  })),
];
export const [, thousand, million, billion, trillion] = scales;

export function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => wordAt(small.nom, Number(digit))).join(' ');
}

/** The form of a noun after a number that is written in digits. */
export function agreed(digits: string, name: Noun, inCase: GrammaticalCase = 'nom'): string {
  const isOne = /(?<!1)1$/.test(digits);
  if (inCase === 'gen') return isOne ? name[3] : name[2];
  if (inCase === 'dat') return isOne ? name[4] : name[5];
  if (isOne) return inCase === 'acc' ? name[0].replace(/а$/, 'у') : name[0];
  return /(?<!1)[234]$/.test(digits) ? name[1] : name[2];
}

function group(value: number, gender: Gender, inCase: GrammaticalCase): string[] {
  const form = inCase === 'acc' ? 'nom' : inCase;
  const [hundred, rest] = [Math.floor(value / 100), value % 100];
  const one = rest < 20 ? rest : rest % 10;
  const last =
    one === 1
      ? formsOfOne[gender][inCase]
      : one === 2 && gender === 'f' && form === 'nom'
        ? 'две'
        : wordAt(small[form], one);
  return [
    hundred > 0 ? wordAt(hundreds[form], hundred) : '',
    rest >= 20 ? wordAt(tens[form === 'dat' ? 'gen' : form], Math.floor(rest / 10)) : '',
    one > 0 ? last : '',
  ].filter(Boolean);
}

/** A whole number in words. Digits with a leading zero, and more than fifteen, are read one by one. */
export function cardinal(digits: string, gender: Gender = 'm', inCase: GrammaticalCase = 'nom'): string {
  if (digits === '0') return wordAt(small[inCase === 'acc' ? 'nom' : inCase], 0);
  if (digits.startsWith('0') || digits.length > scales.length * 3) return digitByDigit(digits);
  const words: string[] = [];
  for (let end = digits.length, scale = 0; end > 0; end -= 3, scale++) {
    const value = digits.slice(Math.max(0, end - 3), end);
    const { noun: name, gender: scaleGender } = scales[scale] ?? { noun: noun('||'), gender: 'm' };
    if (Number(value) === 0) continue;
    const counted = group(Number(value), scale === 0 ? gender : scaleGender, inCase);
    const isBareThousand = scale === 1 && value === '1' && end === 1;
    words.unshift(...(isBareThousand ? [] : counted), ...(scale === 0 ? [] : [agreed(value, name, inCase)]));
  }
  return words.join(' ');
}

const stems = [
  ...['нулев', 'перв', 'втор', 'трет', 'четвёрт', 'пят', 'шест', 'седьм', 'восьм', 'девят', 'десят'],
  ...teens.split(' '),
];
const tenStems = [
  ...['', '', 'двадцат', 'тридцат', 'сороков', 'пятидесят', 'шестидесят', 'семидесят', 'восьмидесят'],
  'девяност',
];
const stressedEnding = /(?:нулев|втор|шест|седьм|восьм|сороков)$/;

/** The genitive that begins compound words: двух in двухтысячный, пяти in пятилетний. */
export function joined(digits: string): string {
  if (digits === '1') return 'одно';
  return cardinal(digits, 'm', 'gen')
    .replace('девяноста', 'девяносто')
    .replace(/^ста/, 'сто')
    .replaceAll(' ', '');
}

function soft(ending: string): string {
  if (ending === 'ый') return 'ий';
  return `ь${{ ая: 'я', ое: 'е', ого: 'его', ому: 'ему', ом: 'ем', ую: 'ю', ой: 'ей', ые: 'и', ых: 'их', ым: 'им' }[ending] ?? ''}`;
}

/** An ordinal. Only its last word is declined, with the ending of новый in the same form. */
export function ordinal(digits: string, ending: string): string {
  const value = Number(digits);
  if (!Number.isSafeInteger(value) || value >= 1_000_000) return cardinal(digits);
  if (value > 0 && value % 1000 === 0)
    return `${value === 1000 ? '' : joined(String(value / 1000))}тысячн${ending}`;
  const rest = value % 100;
  const base = rest === 0 ? value % 1000 : rest < 20 || rest % 10 === 0 ? rest : rest % 10;
  const stem =
    base >= 100
      ? `${base === 100 ? '' : joined(String(base / 100))}сот`
      : base < 20
        ? (stems[base] ?? '')
        : (tenStems[base / 10] ?? '');
  const last =
    stem === 'трет'
      ? stem + soft(ending)
      : stem + (ending === 'ый' && stressedEnding.test(stem) ? 'ой' : ending);
  return value > base ? `${cardinal(String(value - base))} ${last}` : last;
}

const parts: Noun[] = ['целая', 'десятая', 'сотая', 'тысячная'].map((one) => {
  const many = one.replace('ая', 'ых');
  return noun(
    [one, many, many, one.replace('ая', 'ой'), one.replace('ая', 'ой'), one.replace('ая', 'ым')].join('|'),
  );
});

/** A whole number or a decimal: 1,5 before a noun is полтора, 2,5 две целых пять десятых. */
export function quantity(
  written: string,
  {
    gender = 'm',
    inCase = 'nom',
    hasNoun = false,
  }: { gender?: Gender; inCase?: GrammaticalCase; hasNoun?: boolean } = {},
): string {
  const [whole = '', fraction = ''] = written.split(/[.,]/);
  if (fraction === '') return cardinal(whole, gender, inCase);
  if (hasNoun && whole === '1' && fraction === '5')
    return inCase === 'gen' || inCase === 'dat' ? 'полутора' : gender === 'f' ? 'полторы' : 'полтора';
  const [unit, part] = [parts[0], parts[fraction.length]];
  if (part === undefined || unit === undefined)
    return `${cardinal(whole, 'm', inCase)} запятая ${digitByDigit(fraction)}`;
  const spokenAmount = (digits: string, name: Noun) =>
    `${cardinal(digits, 'f', inCase)} ${agreed(digits, name, inCase)}`;
  return `${spokenAmount(whole, unit)} ${spokenAmount(fraction.replace(/^0+(?=\d)/, ''), part)}`;
}

/** 3/4 is три четвёртых. */
export function fraction(numerator: string, denominator: string): string {
  return `${cardinal(numerator, 'f')} ${ordinal(denominator, numerator === '1' ? 'ая' : 'ых')}`;
}

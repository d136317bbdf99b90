import { sayPhones } from '../uzbek/contacts.ts';
import { type Parts, rewrite } from '../uzbek/rewrite.ts';
import { joinThousands, sayFractions, sayPoints } from '../uzbek/written-numbers.ts';
import * as shared from './patterns.ts';
import { amount, caseByNextWord, caseOf, nounForm, prepositionPattern } from './russian-cases.ts';
import { sayDates, sayTimes, sayYears } from './russian-dates.ts';
import { type Unit, currencies, rates, units } from './russian-nouns.ts';
import * as numbers from './russian-numbers.ts';
import type { GrammaticalCase, Gender } from './russian-numbers.ts';

const scales: Record<string, (typeof numbers)['thousand']> = {
  ...{ тыс: numbers.thousand, млн: numbers.million, млрд: numbers.billion, трлн: numbers.trillion },
};
const scalePattern =
  '(?: ?(?<scale>тыс|млн|млрд|трлн)(?!\\p{L})\\.?|(?<scaled> (?:тысяч[аиу]?|(?:милли|биллио|милиа|миллиа)[а-я]+)))?';
const currencyPattern = `(?<unit>${shared.alternatives(Object.keys(currencies))})`;
const unitEnd = '(?![\\p{L}\\d])(?:\\.(?= ?[\\p{Ll},;/]))?';
const beforePattern = new RegExp(
  `${prepositionPattern}(?<![\\p{L}\\d])(?<unit>[$€₽£]) ?${shared.amountPattern}(?![.,]?\\d)${scalePattern}`,
  'giu',
);
const afterPattern = new RegExp(
  `${prepositionPattern}${shared.notInNumber}${shared.amountPattern}${scalePattern} ?${currencyPattern}${unitEnd}`,
  'giu',
);
const unitPattern = new RegExp(
  `${prepositionPattern}${shared.notInNumber}${shared.amountPattern}${scalePattern} ?(?<unit>${shared.alternatives(Object.keys(units))})${unitEnd}`,
  'gu',
);
const scaleOnly = new RegExp(
  `${prepositionPattern}${shared.notInNumber}${shared.amountPattern} ?(?<scale>тыс|млн|млрд|трлн)(?!\\p{L})\\.?`,
  'gu',
);
const ratePattern = new RegExp(
  `(?<=\\p{L}) ?/ ?(?<unit>${shared.alternatives(Object.keys(rates))})(?![\\p{L}\\d])\\.?`,
  'gu',
);
/** 12,500 сумов and 12.500 сумов: nobody counts the thousandths of a soum. */
const thousandsOfMoney =
  /(?<!\d|\d[.,])([1-9]\d{0,2})[.,](\d{3})(?:(?= ?(?:сум|сўм|so.m|UZS|руб|долл|[$€₽]))|(?<=[$€£]\d{1,3}.\d{3}))(?!\d)/gu;

function counted(written: string, { noun, gender }: Pick<Unit, 'noun' | 'gender'>, inCase: GrammaticalCase) {
  return `${amount(written, gender, inCase)} ${nounForm(written, noun, inCase)}`;
}

function sayCounted(part: Parts): string | undefined {
  const unit = currencies[part('unit')] ?? units[part('unit')];
  const [written, preposition, scale] = [part('amount'), part('preposition'), scales[part('scale')]];
  const inCase = caseOf(part);
  const ofUnit = unit === undefined ? '' : ` ${unit.noun[2]}`;
  if (scale !== undefined) return `${preposition}${counted(written, scale, inCase)}${ofUnit}`;
  if (unit === undefined) return undefined;
  if (part('scaled') !== '') return `${preposition}${written}${part('scaled')}${ofUnit}`;
  const [, whole = '', rest] = /^(\d+)[.,](\d\d)$/.exec(written) ?? [];
  if (rest === undefined || unit.hundredth === undefined) return preposition + counted(written, unit, inCase);
  const hundredths = counted(String(Number(rest)), unit.hundredth, inCase);
  return `${preposition}${counted(whole, unit, inCase)} ${hundredths}`;
}

function sayAmounts(text: string): string {
  const joined = sayPoints(joinThousands(text), 'точка').replace(thousandsOfMoney, '$1$2');
  const spokenText = [beforePattern, afterPattern, unitPattern, scaleOnly].reduce(
    (result, pattern) => rewrite(result, pattern, sayCounted),
    joined,
  );
  return rewrite(spokenText, ratePattern, (part) => ` ${rates[part('unit')]}`);
}

/** Endings written after digits, in the forms of новый; 2-х and 5-ти are cardinals. */
const ordinalEndings: Record<string, string> = {
  ...{ й: 'ый', ый: 'ый', ой: 'ой', ий: 'ый', я: 'ая', ая: 'ая', е: 'ое', ое: 'ое', ые: 'ые', го: 'ого' },
  ...{ ого: 'ого', его: 'ого', му: 'ому', ому: 'ому', м: 'ом', ом: 'ом', ем: 'ом', ю: 'ую', ую: 'ую' },
  ...{ х: 'ых', ых: 'ых', ым: 'ым' },
};
const endingPattern = new RegExp(
  `(?<!\\d|\\d[.,])(?<number>\\d+)-(?<ending>${shared.alternatives([...Object.keys(ordinalEndings), 'ти', 'ми', 'мя'])})(?!\\p{L})`,
  'gu',
);
const compoundPattern = /(?<!\d|\d[.,]|\d[-–])(?<number>\d{1,4})-(?=[а-яё]{4})/gu;

function sayEndings(text: string): string {
  const ordinals = rewrite(text, endingPattern, (part) => {
    const ending = ordinalEndings[part('ending')];
    const isDecade = /[2-9]0$/.test(part('number'));
    if (part('ending') === 'е' && isDecade) return numbers.ordinal(part('number'), 'ые');
    if (ending === undefined || (part('ending') === 'х' && !isDecade))
      return numbers.cardinal(part('number'), 'm', 'gen');
    return numbers.ordinal(part('number'), ending);
  });
  return ordinals.replace(compoundPattern, (_, number: string) => numbers.joined(number));
}

const signNames = {
  number: 'номер',
  about: 'примерно',
  plus: 'плюс',
  operators: {
    ...{ '+': 'плюс', '×': 'умножить на', '*': 'умножить на', '=': 'равно', '÷': 'разделить на' },
    ...{ '/': 'на', ':': 'к', x: 'на', х: 'на' },
  },
};
/** Abbreviations that Russian speaks with the English names of their letters. */
const spokenAcronyms: Record<string, string> = { B2B: 'би-ту-би', B2C: 'би-ту-си', B2G: 'би-ту-джи' };
const acronymPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${Object.keys(spokenAcronyms).join('|')})(?![\\p{L}\\d])`,
  'gu',
);
/** Words before a number that names them, so it agrees with no noun: пункт 1 договора. */
const labelPattern =
  '(?<label>(?<!\\p{L})(?:номер|номером|вариант|шаг|дом|корпус|(?:пункт|стать|раздел|глав|параграф|приложени)[а-яё]{0,2}) )';
/** In "2 или 3 дня" the noun is counted by the last number. */
const numberPattern = new RegExp(
  `(?:${labelPattern}|${prepositionPattern})${shared.amountPattern}(?![.,]\\d)(?=(?:(?: (?:и|или|либо) (?<counted>\\d+))? (?<next>[а-яё]+))?)`,
  'giu',
);
/** Words that are no nouns, although they end like one that agrees with 1 or 2. Words of one or two letters are none either. */
const functionWords = new Set(
  [
    'или либо если чтобы когда пока хотя даже уже ещё еще только почти тоже это все всё она оно они мне его её три',
    'про при для после около более менее можно нужно надо сегодня завтра вчера тогда всегда',
  ].flatMap((line) => line.split(' ')),
);
const partsOfDay = new Set(['ночи', 'утра', 'дня', 'вечера']);

/** True if the number agrees with the next word, which may be a noun or its adjective. */
function isCounting(part: Parts, next: string): boolean {
  if (next.length < 3 || functionWords.has(next) || part('label') !== '') return false;
  return !(partsOfDay.has(next) && /^(?:во?|со?|ко?|до|после|около) $/iu.test(part('preposition')));
}

/** The gender of the next word by its ending. The numbers 1 and 2 agree with it. */
function genderOf(counted: string, next: string, inCase: GrammaticalCase): Gender {
  if (/(?<!1)[2-4]$/.test(counted)) return /[ыи]е?$/.test(next) && !next.endsWith('мени') ? 'f' : 'm';
  if (!/(?<!1)1$/.test(counted)) return 'm';
  if (inCase === 'gen') return /[ыи]$|ой$/.test(next) ? 'f' : 'm';
  if (inCase === 'ins') return /[оеё]й$/.test(next) ? 'f' : 'm';
  if (/(?:о|[^т]е|мя)$/.test(next)) return 'n';
  return /[ауюя]$|(?:сть|чь|вещь|дверь|запись|связь|роль|площадь)$/.test(next) ? 'f' : 'm';
}

function sayNumbers(text: string): string {
  const named = sayFractions(text, numbers.fraction).replace(
    acronymPattern,
    (name) => spokenAcronyms[name] ?? name,
  );
  const plain = shared.saySigns(named, signNames);
  const codes = rewrite(plain, shared.codePattern, (part) => numbers.digitByDigit(part('')));
  const spokenText = rewrite(codes, numberPattern, (part) => {
    const written = part('amount');
    const next = part('next').toLowerCase();
    const inCase = caseByNextWord(part, next);
    const gender = isCounting(part, next) ? genderOf(part('counted') || written, next, inCase) : 'm';
    const isAccusative = gender === 'f' && /[ую]$/.test(next);
    return (
      part('label') +
      part('preposition') +
      amount(written, gender, isAccusative ? 'acc' : inCase, next !== '')
    );
  });
  return rewrite(spokenText, /\d+/gu, (part) => numbers.cardinal(part(''))).replace(/(?<=\p{L}) {2,}/gu, ' ');
}

/** Writes the numbers and signs of a Russian text in words. The preposition before a number and the noun after it decide its case. */
export function spokenRussian(text: string): string {
  const phones = sayPhones(shared.unify(text, 'минус'), 'плюс', (digits) => numbers.cardinal(digits));
  return sayNumbers(sayEndings(sayAmounts(sayYears(sayTimes(sayDates(phones))))));
}

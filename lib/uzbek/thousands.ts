import { cardinal, digitByDigit } from './numbers.ts';
import { rewrite } from './rewrite.ts';

const BY_SPACE = /(?<!\d|\d[.,])(?<first>[1-9]\d{0,2})(?<rest>(?: \d{3})+)(?!\d)/gu;
const BY_MARK = /(?<!\d|\d[.,])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?!\d|[.,]\d)/gu;
/** 12,500 soʻm is twelve thousand: nobody counts the thousandths of a soʻm. */
const OF_MONEY = /(?<!\d|\d[.,])(?<first>[1-9]\d{0,2})[.,](?<rest>\d{3})(?= ?(?:soʻm|UZS|rubl))/gu;
const CARD = /(?<!\d|\d[ -])\d{4}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{4}(?![ -]?\d)/gu;
const CHAIN = /(?<!\d|\d\.)\d+(?:\.\d+){2,}(?!\d)/gu;

/** 12 500 and 1.000.000 as plain digits, card numbers in groups of four, 2.0.1 with its points said. */
export function joinThousands(text: string): string {
  return rewrite(text, CARD, (part) =>
    (part('').match(/\d{4}/g) ?? [])
      .map((four) => (four.startsWith('0') ? digitByDigit(four) : cardinal(four)))
      .join(', '),
  )
    .replace(BY_SPACE, (match) => match.replaceAll(' ', ''))
    .replace(BY_MARK, (match) => match.replace(/[.,]/g, ''))
    .replace(OF_MONEY, '$<first>$<rest>')
    .replace(CHAIN, (match) => match.replaceAll('.', ' nuqta '));
}

const ones = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', 'thousand', 'million', 'billion', 'trillion'];
const irregular: Record<string, string> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
  twelve: 'twelfth',
};

export function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => ones[Number(digit)] ?? '').join(' ');
}

function belowHundred(value: number): string {
  if (value < 20) return ones[value] ?? '';
  const one = value % 10;
  return (tens[Math.floor(value / 10)] ?? '') + (one === 0 ? '' : `-${ones[one]}`);
}

function group(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  return [hundreds > 0 && `${ones[hundreds]} hundred`, rest > 0 && belowHundred(rest)]
    .filter(Boolean)
    .join(' ');
}

/** A whole number in words. Digits with a leading zero, and more than fifteen, are read one by one. */
export function cardinal(digits: string): string {
  if (digits.startsWith('0') || digits.length > scales.length * 3) return digitByDigit(digits);
  const parts: string[] = [];
  for (let end = digits.length, scale = 0; end > 0; end -= 3, scale++) {
    const value = Number(digits.slice(Math.max(0, end - 3), end));
    if (value > 0) parts.unshift(`${group(value)} ${scales[scale]}`.trim());
  }
  return parts.join(' ');
}

export function ordinal(digits: string): string {
  const words = cardinal(digits);
  return words.replace(/[a-z]+$/, (last) => irregular[last] ?? `${last.replace(/y$/, 'ie')}th`);
}

/** 2026 is twenty twenty-six, 2005 two thousand five, 1905 nineteen oh five, 1900 nineteen hundred. */
export function year(digits: string): string {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (century % 10 === 0 && rest < 10) return cardinal(digits);
  const end = rest === 0 ? 'hundred' : rest < 10 ? `oh ${ones[rest]}` : belowHundred(rest);
  return `${belowHundred(century)} ${end}`;
}

/** 1.5 is one point five. */
export function quantity(written: string): string {
  const [whole = '', fraction] = written.split(/[.,]/);
  return fraction ? `${cardinal(whole)} point ${digitByDigit(fraction)}` : cardinal(whole);
}

/** A quantity, or a pair of them: five to ten. */
export function amount(written: string): string {
  return written
    .split(/ ?[-–] ?/)
    .map(quantity)
    .join(' to ');
}

/** 3/4 is three quarters. */
export function fraction(numerator: string, denominator: string): string {
  const isOne = numerator === '1';
  const part = { '2': isOne ? 'half' : 'halves', '4': isOne ? 'quarter' : 'quarters' }[denominator];
  return `${cardinal(numerator)} ${part ?? ordinal(denominator) + (isOne ? '' : 's')}`;
}

const ones = ['', 'bir', 'ikki', 'uch', 'toʻrt', 'besh', 'olti', 'yetti', 'sakkiz', 'toʻqqiz'];
const tens = ['', 'oʻn', 'yigirma', 'oʻttiz', 'qirq', 'ellik', 'oltmish', 'yetmish', 'sakson', 'toʻqson'];
const scales = ['', 'ming', 'million', 'milliard', 'trillion'];
const fractions = ['', 'oʻn', 'yuz', 'ming', 'oʻn ming', 'yuz ming', 'million'];

/** Digit by digit: `007`, and anything too long for a number. */
function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => (digit === '0' ? 'nol' : (ones[Number(digit)] ?? ''))).join(' ');
}

/** A group of three, 0 to 999. In the first group, a hundred is just yuz. */
function group(value: number, isFirst: boolean): string {
  const hundreds = Math.floor(value / 100);
  const hundred = isFirst && value === 100 ? 'yuz' : hundreds > 0 ? `${ones[hundreds]} yuz` : '';
  return [hundred, tens[Math.floor(value / 10) % 10], ones[value % 10]].filter(Boolean).join(' ');
}

/** Says a whole number: 1937 is bir ming toʻqqiz yuz oʻttiz yetti. Leading zeros and over fifteen digits are read one by one. */
export function cardinal(digits: string): string {
  if (digits.startsWith('0') || digits.length > scales.length * 3) return digitByDigit(digits);
  const groups: number[] = [];
  for (let end = digits.length; end > 0; end -= 3)
    groups.unshift(Number(digits.slice(Math.max(0, end - 3), end)));
  return groups
    .map((value, at) => {
      const scale = scales[groups.length - 1 - at] ?? '';
      if (value === 0) return '';
      if (digits === '1000') return scale;
      return `${group(value, at === 0)} ${scale}`.trim();
    })
    .filter(Boolean)
    .join(' ');
}

/** Makes a number in words ordinal: ikki, ikkinchi; besh, beshinchi. */
export function toOrdinal(words: string): string {
  return words + (/[aeiou]$/.test(words) ? 'nchi' : 'inchi');
}

export function ordinal(digits: string): string {
  return toOrdinal(cardinal(digits));
}

/** `5,03` is besh butun yuzdan uch; longer fractions than millionths are read digit by digit. */
function decimal(whole: string, fraction: string): string {
  const parts = fractions[fraction.length];
  if (parts === undefined) return `${cardinal(whole)} butun ${digitByDigit(fraction)}`;
  return `${cardinal(whole)} butun ${parts}dan ${cardinal(fraction.replace(/^0+(?=\d)/, ''))}`;
}

/** A whole number or a decimal as it is written, with a comma or a full stop. */
export function quantity(written: string): string {
  const [whole = '', fraction] = written.split(/[.,]/);
  return fraction === undefined || fraction === '' ? cardinal(whole) : decimal(whole, fraction);
}

/** `1/2` is ikkidan bir. */
export function fraction(numerator: string, denominator: string): string {
  return `${cardinal(denominator)}dan ${cardinal(numerator)}`;
}

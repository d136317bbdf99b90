export const countryCode = '998';
export const digitCount = 12;

/** Operator codes of spec.md section 5: 60 to 79 and these. */
const operatorCodes = new Set(
  [90, 91, 92, 93, 94, 95, 97, 98, 99, 33, 50, 51, 52, 53, 54, 55, 88, 89].concat(
    Array.from({ length: 20 }, (_, i) => 60 + i),
  ),
);

const groupEnds = new Set([3, 5, 8, 10]);

export type PhoneProblem = 'phone_required' | 'phone_invalid';

/**
 * The digits of a number as typed or pasted, at most 12. A leading 9 gets 998 (section 5); somebody who goes on
 * to type the country code too runs past 12 digits, and the first 998 was one too many.
 */
export function phoneDigits(typed: string): string {
  let digits = typed.replace(/\D/g, '');
  if (digits.startsWith('9') && !digits.startsWith(countryCode)) digits = countryCode + digits;
  if (digits.length > digitCount && digits.startsWith(countryCode + countryCode)) {
    digits = digits.slice(countryCode.length);
  }
  return digits.slice(0, digitCount);
}

/** A number as typed or pasted, shown as +998 XX XXX XX XX, as far as it goes; empty for none. */
export function formatPhone(typed: string): string {
  return groupPhone(phoneDigits(typed));
}

/** Digits in the groups of +998 XX XXX XX XX, just as they are. */
export function groupPhone(digits: string): string {
  if (digits === '') return '';
  let shown = '+';
  for (let i = 0; i < digits.length; i++) shown += (groupEnds.has(i) ? ' ' : '') + digits[i];
  return shown;
}

/** What keeps a number from being called: nothing typed, or not a number of an operator of Uzbekistan; null if it is fine. */
export function phoneProblem(typed: string): PhoneProblem | null {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return 'phone_required';
  const valid =
    digits.length === digitCount &&
    digits.startsWith(countryCode) &&
    operatorCodes.has(Number(digits.slice(3, 5)));
  return valid ? null : 'phone_invalid';
}

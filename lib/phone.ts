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

/** One change of the phone field, as its `input` event shows it. */
export interface PhoneEdit {
  /** What the field held before. */
  before: string;
  /** What it holds now, not formatted yet. */
  typed: string;
  /** Where the caret stands in `typed`. */
  caret: number;
  /** The event's inputType where the browser tells it: 'insertText', 'deleteContentBackward', … */
  inputType?: string;
}

export interface PhoneField {
  value: string;
  caret: number;
}

/**
 * The field after a change: the number formatted, the caret behind the same digit as before.
 * What counts is how many digits stand left of the caret; spaces and the plus come and go with the format.
 */
export function editPhone(edit: PhoneEdit): PhoneField {
  const { before, typed, inputType = '' } = edit;
  if (inputType.startsWith('delete') || (inputType === '' && typed.length < before.length))
    return afterDeletion(edit);
  // A plus typed first announces the country code: it stays, and nothing is put behind it.
  return typed === '+' ? { value: '+', caret: 1 } : afterInsertion(edit);
}

/** Deleting a space deletes the digit beyond it, or a person holding backspace would be stuck there. */
function afterDeletion({ before, typed, caret, inputType = '' }: PhoneEdit): PhoneField {
  let digits = digitsOf(typed);
  let left = digitsOf(typed.slice(0, caret)).length;
  if (digits === digitsOf(before)) {
    const forward = inputType.endsWith('Forward');
    if (!forward) left -= 1;
    if (left >= 0) digits = digits.slice(0, left) + digits.slice(left + 1);
  }
  // The country code may be deleted too: it is not put back under the person's fingers.
  return place(digits.slice(0, digitCount), left);
}

function afterInsertion(edit: PhoneEdit): PhoneField {
  const digits = digitsOf(edit.typed);
  const left = digitsOf(edit.typed.slice(0, edit.caret)).length;
  const hasCode = digits.startsWith(countryCode);
  const whole = hasCode || isNewNumber(edit) ? phoneDigits(digits) : digits.slice(0, digitCount);
  if (!hasCode && whole.startsWith(countryCode)) return place(whole, left + countryCode.length);
  if (!digits.startsWith(whole)) return place(whole, left - countryCode.length);
  return place(whole, left);
}

/** Whether no digit of the old number is left: a number typed or pasted into nothing, or over everything. */
function isNewNumber({ before, typed, caret }: PhoneEdit): boolean {
  if (/\d/.test(typed.slice(caret))) return false;
  let same = 0;
  while (same < caret && same < before.length && before[same] === typed[same]) same++;
  return same === 0 || (before[0] !== '+' && !/\d/.test(before.slice(0, same)));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The number with the caret right behind its n-th digit; before the first digit it stands behind the plus. */
function place(digits: string, digitsLeft: number): PhoneField {
  const value = groupPhone(digits);
  let caret = Math.min(value.length, 1);
  for (let seen = 0; seen < digitsLeft && caret < value.length; caret++) {
    if (value[caret] !== ' ') seen++;
  }
  return { value, caret };
}

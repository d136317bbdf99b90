import { countryCode, digitCount, groupPhone, phoneDigits } from './phone.ts';

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

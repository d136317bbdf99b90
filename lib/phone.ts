const countryCode = '998';
const digitCount = 12;

/** Operator codes: 60 to 79 and these. */
const operatorCodes = new Set(
  [90, 91, 92, 93, 94, 95, 97, 98, 99, 33, 50, 51, 52, 53, 54, 55, 88, 89].concat(
    Array.from({ length: 20 }, (_, i) => 60 + i),
  ),
);

const groupEnds = new Set([3, 5, 8, 10]);

export type PhoneProblem = 'phone_required' | 'phone_invalid';

/**
 * The digits of a typed number, at most 12. A number of Uzbekistan then begins with 998; any other number stays as it is.
 */
export function phoneDigits(typed: string): string {
  return normalizedDigits(typed).slice(0, digitCount);
}

const nationalDigitCount = digitCount - countryCode.length;

function isNational(digits: string): boolean {
  return digits.length === nationalDigitCount && operatorCodes.has(Number(digits.slice(0, 2)));
}

function normalizedDigits(typed: string): string {
  const raw = digitsOf(typed);
  const digits = raw.replace(/^00+/, '');
  const isInternational = raw !== digits || /^\D*\+/.test(typed);
  // A number of Russia or Kazakhstan, without a plus.
  if (/^[78]\d{10}$/.test(digits)) return raw;
  if (isNational(digits) && !(isInternational && digits.startsWith(countryCode))) return countryCode + digits;
  if (digits.startsWith(countryCode)) return countryCode + nationalPart(digits.slice(countryCode.length));
  // Most numbers begin with 9, but operators also use 3 and 5 to 8.
  return !isInternational && /^[35-9]/.test(digits) ? countryCode + nationalPart(digits) : raw;
}

/** Strips prefixes before the nine digits: the trunk prefix 8 or 0, 8 10 998, or a repeated country code. */
function nationalPart(written: string): string {
  const digits = written.replace(/^810998/, '');
  if (digits.length <= nationalDigitCount) return digits;
  const withoutZeros = digits.replace(/^00+/, '');
  if (withoutZeros.startsWith(countryCode)) return withoutZeros.slice(countryCode.length);
  return /^[08]/.test(digits) && isNational(digits.slice(1)) ? digits.slice(1) : digits;
}

/** Formats a complete or partial number as +998 XX XXX XX XX; empty for none. */
export function formatPhone(typed: string): string {
  return groupPhone(phoneDigits(typed));
}

/** Groups digits as +998 XX XXX XX XX. A number of another country stays ungrouped. */
function groupPhone(digits: string): string {
  if (digits === '') return '';
  const isForeign = !countryCode.startsWith(digits.slice(0, countryCode.length));
  if (isForeign) return `+${digits}`;
  let grouped = '+';
  for (let i = 0; i < digits.length; i++) grouped += (groupEnds.has(i) ? ' ' : '') + digits[i];
  return grouped;
}

/** Why a number cannot be called: nothing typed, or not a number of an operator of Uzbekistan; null if it is fine. */
export function phoneProblem(typed: string): PhoneProblem | null {
  const digits = normalizedDigits(typed);
  if (digits === '') return 'phone_required';
  return digits.startsWith(countryCode) && isNational(digits.slice(countryCode.length))
    ? null
    : 'phone_invalid';
}

/** One change of the phone field, from its `input` event. */
export interface PhoneEdit {
  /** The field's value before the edit. */
  previous: string;
  /** The field's value after the edit, not formatted yet. */
  typed: string;
  /** Caret position in `typed`. */
  caret: number;
  /** The event's inputType, if the browser gives one: 'insertText', 'deleteContentBackward', … */
  inputType?: string;
}

export interface FormattedPhone {
  value: string;
  caret: number;
}

/** Formats the field after a change. The caret stays after the same digit. */
export function editPhone(edit: PhoneEdit): FormattedPhone {
  const { previous, typed, inputType = '' } = edit;
  if (inputType.startsWith('delete') || (inputType === '' && typed.length < previous.length))
    return afterDeletion(edit);
  // A plus begins a country code, so it stays until digits follow.
  return typed === '+' ? { value: '+', caret: 1 } : afterInsertion(edit);
}

/** Deleting only a space must delete the digit beyond it, or repeated backspaces would get stuck there. */
function afterDeletion({ previous, typed, caret, inputType = '' }: PhoneEdit): FormattedPhone {
  let digits = digitsOf(typed);
  let digitCountBeforeCaret = digitsOf(typed.slice(0, caret)).length;
  if (digits === digitsOf(previous)) {
    const isForward = inputType.endsWith('Forward');
    if (!isForward) digitCountBeforeCaret -= 1;
    if (digitCountBeforeCaret >= 0)
      digits = digits.slice(0, digitCountBeforeCaret) + digits.slice(digitCountBeforeCaret + 1);
  }
  // The country code may be deleted too and must not reappear at once.
  return placeCaret(digits.slice(0, digitCount), digitCountBeforeCaret);
}

function afterInsertion(edit: PhoneEdit): FormattedPhone {
  const digits = digitsOf(edit.typed);
  const digitCountBeforeCaret = digitsOf(edit.typed.slice(0, edit.caret)).length;
  const needsNormalizing = /^(00)?998/.test(digits) || isNewNumber(edit);
  const fullNumber = needsNormalizing ? normalizedDigits(edit.typed) : digits;
  // normalizedDigits changes only the beginning, which lies before the caret.
  return placeCaret(
    fullNumber.slice(0, digitCount),
    Math.max(0, digitCountBeforeCaret + fullNumber.length - digits.length),
  );
}

/** True if the text is a new number: the field was empty, or nothing of its old number is left, not even the plus. */
function isNewNumber({ previous, typed, caret }: PhoneEdit): boolean {
  if (/\d/.test(typed.slice(caret))) return false;
  let sameLength = 0;
  while (sameLength < caret && sameLength < previous.length && previous[sameLength] === typed[sameLength])
    sameLength++;
  return sameLength === 0 || (previous[0] !== '+' && !/\d/.test(previous.slice(0, sameLength)));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Formats the number and puts the caret after this many digits; for 0, after the plus. */
function placeCaret(digits: string, digitCountBeforeCaret: number): FormattedPhone {
  const value = groupPhone(digits);
  let caret = Math.min(value.length, 1);
  for (let passedDigits = 0; passedDigits < digitCountBeforeCaret && caret < value.length; caret++) {
    if (value[caret] !== ' ') passedDigits++;
  }
  return { value, caret };
}

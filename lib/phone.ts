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
 * The digits of a typed number, at most 12, normalised to begin with 998. Another country's code stays, so validation refuses it.
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

/** Strips prefixes before the nine digits: the trunk prefix 8 or 0, the dialling-out prefix 8 10, or a repeated country code. */
function nationalPart(written: string): string {
  const digits = written.replace(/^810998/, '');
  if (digits.length <= nationalDigitCount) return digits;
  const repeatedCode = digits.replace(/^00+/, '');
  if (repeatedCode.startsWith(countryCode)) return repeatedCode.slice(countryCode.length);
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
  before: string;
  /** The field's value after the edit, not formatted yet. */
  typed: string;
  /** Caret position in `typed`. */
  caret: number;
  /** The event's inputType, if the browser gives one: 'insertText', 'deleteContentBackward', … */
  inputType?: string;
}

export interface PhoneField {
  value: string;
  caret: number;
}

/** Formats the field after a change. The caret stays after the same digit. */
export function editPhone(edit: PhoneEdit): PhoneField {
  const { before, typed, inputType = '' } = edit;
  if (inputType.startsWith('delete') || (inputType === '' && typed.length < before.length))
    return afterDeletion(edit);
  // After a plus the person types the country code, so add nothing.
  return typed === '+' ? { value: '+', caret: 1 } : afterInsertion(edit);
}

/** Deleting only a space must delete the digit beyond it, or repeated backspaces would get stuck there. */
function afterDeletion({ before, typed, caret, inputType = '' }: PhoneEdit): PhoneField {
  let digits = digitsOf(typed);
  let digitsBefore = digitsOf(typed.slice(0, caret)).length;
  if (digits === digitsOf(before)) {
    const isForward = inputType.endsWith('Forward');
    if (!isForward) digitsBefore -= 1;
    if (digitsBefore >= 0) digits = digits.slice(0, digitsBefore) + digits.slice(digitsBefore + 1);
  }
  // The country code may be deleted too and must not reappear at once.
  return placeCaret(digits.slice(0, digitCount), digitsBefore);
}

function afterInsertion(edit: PhoneEdit): PhoneField {
  const digits = digitsOf(edit.typed);
  const digitsBefore = digitsOf(edit.typed.slice(0, edit.caret)).length;
  const isWhole = /^(00)?998/.test(digits) || isNewNumber(edit);
  const fullNumber = isWhole ? normalizedDigits(edit.typed) : digits;
  // normalizedDigits changes only the beginning, which lies before the caret.
  return placeCaret(
    fullNumber.slice(0, digitCount),
    Math.max(0, digitsBefore + fullNumber.length - digits.length),
  );
}

/** True if nothing of the old number is left, not even its plus: the whole number was replaced. */
function isNewNumber({ before, typed, caret }: PhoneEdit): boolean {
  if (/\d/.test(typed.slice(caret))) return false;
  let sameLength = 0;
  while (sameLength < caret && sameLength < before.length && before[sameLength] === typed[sameLength])
    sameLength++;
  return sameLength === 0 || (before[0] !== '+' && !/\d/.test(before.slice(0, sameLength)));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Returns the number and the caret position after its n-th digit; for n = 0, after the plus. */
function placeCaret(digits: string, wantedDigits: number): PhoneField {
  const value = groupPhone(digits);
  let caret = Math.min(value.length, 1);
  for (let passedDigits = 0; passedDigits < wantedDigits && caret < value.length; caret++) {
    if (value[caret] !== ' ') passedDigits++;
  }
  return { value, caret };
}

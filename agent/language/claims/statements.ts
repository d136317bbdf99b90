import { anyOf } from './any-of.ts';

/** The agent cannot or does not know. */
const negation = anyOf(
  'can(?:not|ʻt| not)|(?:donʻt|do not|wonʻt) (?:know|have|promise|see)|unable|not (?:able|sure)',
  'не (?:могу|можем|знаю|обещаю|вижу|уверен)',
  '\\p{L}+[ay] olmay(?:man|miz)|bilmay(?:man|miz)',
);
/** Somebody else acts or answers, so the sentence claims no act of the agent. */
const colleague = anyOf(
  '(?:colleague|doctor|teacher|manager|person|administrator|specialist|they) (?:will|can)',
  '(?:скаж|назов|уточн|ответ|расскаж|подтверд|сдела|поясн|реш)(?:ет|ёт|ит)(?![\\p{L}])',
  '(?:aytadi|aytib beradi|javob beradi|tasdiqlaydi|aniqlaydi|hal qiladi|yuboradi|tushuntir\\p{L}*|gapirib beradi)',
);
const notStated = [negation, colleague];
/** The contrast after a disclaimer: "I cannot say, but I have booked you." */
const contrast = / (?:but|however|но|однако|зато|lekin|ammo|biroq) /iu;
/** A question after a statement: ", all right?", ", how can I help?" */
const lastQuestion = /,(?!\d)[^,]*\?\s*$/u;

/** The parts of a sentence that state something: no question, no disclaimer, and not what somebody else does. */
export function statementsIn(sentence: string): string {
  const parts = sentence.replace(lastQuestion, '').split(contrast);
  return parts
    .filter((part) => !/\?\s*$/u.test(part) && !notStated.some((pattern) => pattern.test(part.toLowerCase())))
    .join(', ');
}

/** Words about the visitor's own business. What the visitor has said about it may be repeated. */
export const visitorsBusiness = anyOf(
  'you(?: also)? (?:give|offer|sell|charge|deliver|work|open|make)(?!\\p{L})',
  'your (?:business|company|shop|store|salon|clinic|school|restaurant|customers?|clients?|patients?|students?|guests?)',
  'вы (?:\\p{L}+ )?(?:да[её]те|предлагаете|прода[её]те|бер[её]те|работаете|доставляете|делаете)',
  'ваш\\p{L}* (?:бизнес|компани|магазин|салон|клиник|школ|ресторан|клиент|пациент|ученик|студент|гост)',
  '(?:ber|sot|qil)asiz|ishlaysiz|yetkazasiz|(?:mijoz|bemor|oʻquvchi|talaba|doʻkon|salon|klinika|maktab)(?:lar)?ingiz',
);

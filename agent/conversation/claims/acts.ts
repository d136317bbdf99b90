/** Patterns of three languages, for small letters with one form of the apostrophe. */
function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}ʻ])(?:${patterns.join('|')})`, 'u');
}

const negation = anyOf(
  'can(?:not|ʻt| not)|(?:donʻt|do not|wonʻt) (?:know|have|promise|see)|unable|not (?:able|sure)',
  'не (?:могу|можем|знаю|обещаю|вижу|уверен)',
  '\\p{L}+ olmay(?:man|miz)|bilmay(?:man|miz)',
);
/** A colleague does it or knows it: the sentence claims no act of the agent. */
const colleague = anyOf(
  '(?:colleague|doctor|teacher|manager|person|administrator|specialist|they) (?:will|can)',
  '(?:скаж|назов|уточн|ответ|расскаж|подтверд|сдела|поясн|реш)(?:ет|ёт|ит)(?![\\p{L}])',
  '(?:aytadi|aytib beradi|javob beradi|tasdiqlaydi|aniqlaydi|hal qiladi|yuboradi|tushuntir\\p{L}*|gapirib beradi)',
);

/** The sentence says that somebody cannot, or that a colleague will. */
export function isLeftToOthers(sentence: string): boolean {
  return negation.test(sentence) || colleague.test(sentence);
}

/** The agent may say that it noted something: transcript and tools store it. */
const notes = anyOf(
  '(?:i|we)(?:ʻve| have)? (?:just |already )?(?:noted|written|wrote|recorded|saved|passed)',
  '(?:записал|отметил|передал|сохранил)[аи]?(?! вас)(?!\\p{L})',
  '(?:yozib|qayd) (?:qoʻydi[mk]|oldi[mk]|etdi[mk]|qildi[mk])|yetkazdi[mk]',
);

/** Acts that no tool of an agent performs. */
const acts = anyOf(
  // English
  '(?:i|we)(?:ʻve| have)?(?: just| already| now)* (?:booked|reserved|ordered|placed|sent|emailed|e-mailed|texted|messaged|cancelled|canceled|refunded|paid|transferred|registered|enrolled|signed you|made (?:an?|your|the) |arranged|activated|confirmed|checked with|spoken|spoke|talked|asked (?:my|the)|changed|applied|issued|rescheduled|scheduled)',
  '(?:i|we)(?:ʻll| will|ʻm| am|ʻre| are)(?: now| just| going to)* (?:send|sending|e-?mail|text|texting|book|booking|reserve|reserving|order|ordering|transfer|transferring|connect|connecting|put(?:ting)? you through|place|placing|refund|refunding|cancel|cancelling|register|enrol|sign you)(?!\\p{L})',
  '(?:order|place|seat|table|room|appointment|booking|reservation|visit|ticket|payment)s? (?:is|are|has been|have been|was|were)(?: now| already)? (?:placed|booked|reserved|confirmed|accepted|cancelled|canceled|received|made|ready)',
  'you(?:ʻre| are)(?: now| already)? (?:booked|enrolled|registered|signed up|confirmed|on the list)',
  '(?:already )?on (?:the|its|his|her) way',
  '(?:is |are )?confirmed(?! by)',
  // Russian
  '(?:записал[аи]?|запишу|запишем|записываю) (?:вас|тебя)|вас (?:уже )?записал[аи]?|вы (?:уже )?записаны',
  '(?:оформил|забронировал|зарезервировал|отправил|выслал|скинул|прислал|отменил|зарегистрировал|соединил|подтвердил|поговорил|согласовал|заказал|закрепил|оплатил|активировал|назначил|перен[её]с|перев[её]л)(?:а|и)?(?!\\p{L})',
  '(?:пришлю|отправлю|вышлю|скину|забронирую|оформлю|закажу|отменю|соединю|переведу|переключу|зарегистрирую|соединяю|перевожу|переключаю|отправляю|бронирую|оформляю|подтверждаю)(?!\\p{L})',
  '(?:заказ|бронь|место|столик|запись|ковёр|номер|оплата|заявка|визит|билет)\\p{L}* (?:\\p{L}+ ){0,3}(?:оформлен|принят|создан|отмен[её]н|закреплен|забронирован|подтвержд|зарезервирован|получен)',
  'уже (?:едет|выехал|готовим|в пути|отправлен)',
  'верну(?:ли|л|ла) (?:вам )?деньги|деньги (?:вам )?верну',
  // Uzbek
  '(?:yubor|joʻnat|tashla|ulat|gaplash|rasmiylashtir|tasdiqla|olib qoʻy)di[mk](?!\\p{L})',
  '(?:tashlab|buyurtma|pul\\p{L}* qaytarib|qaytarib) (?:berdi[mk]|berib qoʻydi[mk]|qildi[mk])',
  '(?:bron|band|bekor|buyurtma|zakaz) (?:qildi[mk]|qilib qoʻy(?:di[mk]|ildi)|qilindi|qilaman|beraman|qilamiz)',
  '(?:qabul qilindi|tasdiqlandi|yozildingiz|rasmiylashtirildi|yuborildi|band qilindi)(?!\\p{L})',
  '(?:qabul|navbat|kurs|uchrashuv|guruh|roʻyxat|dars)(?:ga|qa|imizga) (?:yozib (?:qoʻydi[mk]|oldi[mk])|yozdi[mk]|yozaman)',
  'sizni (?:[\\p{L}ʻ]+ ){0,4}(?:yozib (?:qoʻydi[mk]|oldi[mk])|yozdi[mk])',
  'roʻyxat(?:dan|ga) (?:oʻtkazdi[mk]|oldi[mk]|oʻtkazaman)',
  '(?:yubora|joʻnata|ulay|rasmiylashtira|tasdiqlay|tashlab bera)(?:man|yman)(?!\\p{L})',
  'yoʻlga chiq(?:di|qan|ib)|yoʻlda(?!\\p{L})',
);

/** Promises that only the business may make: as a sentence says them, and as the plan names them. */
const promises: { said: RegExp; known: RegExp }[] = [
  {
    said: anyOf(
      '(?<!feel |are you |youʻre )free(?! (?:time|to|hours?|slots?|moments?|days?|evenings?|seats?|tables?)\\b|ly|dom)',
      'bepul|tekin',
      'бесплатн|даром(?!\\p{L})',
    ),
    known: anyOf('free', 'bepul|tekin', 'бесплат|даром'),
  },
  {
    said: anyOf('gifts?(?!\\p{L})|bonus', 'sovgʻa', 'подар(?:ок|к)|бонус'),
    known: anyOf('gift|bonus', 'sovgʻa', 'подар|бонус'),
  },
  {
    said: anyOf(
      'discounts?|half off|half (?:the )?price|cheaper',
      'chegirma|arzonroq|yarim narx',
      'скидк|скидок|дешевле|уступ(?:им|лю|аем)|полцены',
    ),
    known: anyOf('discount', 'chegirma', 'скид'),
  },
  {
    said: anyOf('guarante|warrant', 'kafolat', 'гаранти'),
    known: anyOf('guarante|warrant', 'kafolat', 'гаранти'),
  },
  {
    said: anyOf(
      'refund|money back',
      'pulingiz(?:ni)? (?:\\p{L}+ )*qayt',
      '(?:вернём|верн[её]тся|вернутся|возвращаем) (?:\\p{L}+ )?деньги|деньги (?:\\p{L}+ )*верн',
    ),
    known: anyOf('refund|money back', 'qaytar', 'возврат|верн'),
  },
];

/** An act that was not performed. A note is true once the visitor has said something. */
export function hasFalseAct(sentence: string, hasHeard: boolean): boolean {
  if (isLeftToOthers(sentence)) return false;
  return acts.test(sentence) || (!hasHeard && notes.test(sentence));
}

/** A promise of which the plan says nothing. */
export function hasUnknownPromise(sentence: string, plan: string): boolean {
  if (isLeftToOthers(sentence)) return false;
  return promises.some(({ said, known }) => said.test(sentence) && !known.test(plan));
}

/** The business gives something: the visitor's own figures are no source of its prices. */
const offer = anyOf(
  'costs?|price|pay|charge|confirm|discount|off(?!\\p{L})|youʻll get|you will get|you get|we (?:give|offer)',
  'стои(?:т|ть|мость)|цен[аыу]|обойд[её]тся|подтвержда|скидк|тариф|дадим|дела(?:ем|ю)|сделаем',
  'turadi|narx|tushadi|tasdiqla|chegirma|tarif|beramiz|qilamiz',
);

export function isOffer(sentence: string): boolean {
  return offer.test(sentence) && !isLeftToOthers(sentence);
}

/** A promise to call: its day and hour are the visitor's, whatever the opening hours are. */
const callBack = anyOf(
  'calls? you',
  '(?:пере)?позвон(?:им|ит|ю)',
  '(?:qoʻngʻiroq|telefon) qil(?:adi|amiz|aman)',
);

export function isCallBack(sentence: string): boolean {
  return callBack.test(sentence);
}

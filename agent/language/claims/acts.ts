import { anyOf, clausesOf } from './any-of.ts';

/** Claims to have noted something. Transcript and tools store what is said, so these are false only while nothing is known. */
const notes = anyOf(
  '(?:i|we)(?:ʻve| have)? (?:just |already )?(?:noted|written|wrote|recorded|saved|passed)',
  '(?:записал|отметил|передал|сохранил)[аи]?(?! вас)(?!\\p{L})',
  '(?:yozib|qayd) (?:qoʻydi[mk]|oldi[mk]|etdi[mk]|qildi[mk])|yetkazdi[mk]',
);

/** Verbs that the general patterns of `acts` leave out, such as hearing, asking, noting and feeling. */
const harmless = {
  en: 'noted|written|recorded|saved|passed|heard|understood|got|been|had|seen|asked|told|said|mentioned|called|needed|wanted|started|stopped|talked|missed|misheard|hoped|liked|loved|promised',
  uz: 'tushun|eshit|angla|bil|ayt|soʻra|yetkaz|xursand boʻl|boʻl|uzr|adash',
};
const participles =
  '\\p{L}+ed|put|sent|made|taken|given|set|paid|brought|bought|kept|held|found|left|done|spoken|chosen|drawn|laid';

/** Claims of acts that no tool of the agent performs. */
const acts = anyOf(
  // English
  '(?:i|we)(?:ʻve| have)?(?: just| already| now)* (?:booked|reserved|ordered|placed|sent|emailed|e-mailed|texted|messaged|cancelled|canceled|refunded|paid|transferred|registered|enrolled|signed you|made (?:an?|your|the) |arranged|activated|confirmed|put you down|checked with|spoken|spoke|talked|asked (?:my|the)|changed|applied|issued|rescheduled|scheduled)',
  '(?:i|we)(?:ʻll| will|ʻm| am|ʻre| are)(?: now| just| going to)* (?:send|sending|e-?mail|text|texting|book|booking|reserve|reserving|order|ordering|transfer|transferring|connect|connecting|put(?:ting)? you through|place|placing|refund|refunding|cancel|cancelling|register|enrol|sign you)(?!\\p{L})',
  '(?:order|place|seat|table|room|appointment|booking|reservation|visit|ticket|payment)s? (?:is|are|has been|have been|was|were)(?: now| already)? (?:placed|booked|reserved|confirmed|accepted|cancelled|canceled|received|made|ready)',
  'you(?:ʻre| are)(?: now| already)? (?:booked|enrolled|registered|signed up|confirmed|on the list)',
  `(?:has|have) (?:just |already )?been (?!(?:${harmless.en})(?!\\p{L}))(?:${participles})(?!\\p{L})`,
  '(?:already )?on (?:the|its|his|her) way',
  '(?<!(?:be|not|nʻt) )confirmed(?! by)',
  // Russian
  '(?:записал[аи]?|запишу|запишем|записываю) (?:вас|тебя)|вас (?:уже )?записал[аи]?|вы (?:уже )?записаны',
  '(?:оформил|забронировал|зарезервировал|отправил|выслал|скинул|прислал|отменил|зарегистрировал|соединил|подтвердил|поговорил|согласовал|заказал|закрепил|оплатил|активировал|назначил|перен[её]с|перев[её]л)(?:а|и)?(?!\\p{L})',
  '(?:пришлю|отправлю|вышлю|скину|забронирую|оформлю|закажу|отменю|соединю|переведу|переключу|зарегистрирую|соединяю|перевожу|переключаю|отправляю|бронирую|оформляю|подтверждаю)(?!\\p{L})',
  '(?:заказ|бронь|место|столик|запись|ковёр|номер|оплата|заявка|визит|билет)\\p{L}* (?:(?!не )\\p{L}+ ){0,3}(?:оформлен|принят|создан|отмен[её]н|закреплен|забронирован|подтвержд|зарезервирован|получен)',
  '(?<!(?:не|будет) )подтвержд[её]н[аоы]?(?!\\p{L})',
  'уже (?:едет|выехал|готовим|в пути|отправлен)',
  'верну(?:ли|л|ла) (?:вам )?деньги|деньги (?:вам )?верну',
  // Uzbek
  '(?:yubor|joʻnat|tashla|ulat|chaqir|gaplash|rasmiylashtir|tasdiqla|olib qoʻy)di[mk](?!\\p{L})',
  '(?:tashlab|buyurtma|pul\\p{L}* qaytarib|qaytarib) (?:berdi[mk]|berib qoʻydi[mk]|qildi[mk])',
  '(?:bron|band|bekor|buyurtma|zakaz) (?:qildi[mk]|qilib qoʻy(?:di[mk]|ildi)|qilindi|qilaman|beraman|qilamiz)',
  '(?:qabul qilindi|tasdiqlandi|yozildingiz|rasmiylashtirildi|yuborildi|band qilindi)(?!\\p{L})',
  '(?:qabul|navbat|kurs|uchrashuv|guruh|roʻyxat|dars)(?:ga|qa|dan|imizga) (?:yozib (?:qoʻydi|oldi)[mk]|yozaman|oʻtkaz(?:di[mk]|aman))',
  'sizni (?:[\\p{L}ʻ]+ ){0,4}(?:yozib (?:qoʻydi[mk]|oldi[mk])|yozdi[mk])',
  `(?:[\\p{L}ʻ]+(?:ni|ga|qa|ka|ini|iga) )(?:[\\p{L}ʻ]+ ){0,3}(?!(?:${harmless.uz}))(?:yozdi[mk]|(?:qabul|toʻlov|hisob|tekshirish) qildi[mk]|[\\p{L}ʻ]+(?<!yozib qoʻy|yozib ol|qayd et|qayd qil|ma|(?<![\\p{L}ʻ])e)di[mk])(?=[.!…,]|$)`,
  '(?:yubora|joʻnata|ulay|rasmiylashtira|tasdiqlay|tashlab bera)(?:man|yman)(?!\\p{L})',
  'yoʻlga chiq(?:di|qan|ib)|yoʻlda(?!\\p{L})',
);

/** Kinds of acts, as sentences and plans name them. */
const kinds = [
  anyOf(
    'book|reserv|sign|regist|enrol|put(?:ting)? you down|appointment',
    'запи[сш]|брон|зарезерв|зарегистр|оформ',
    'yoz(?:ib|di|il|a)|bron|band|roʻyxat',
  ),
  anyOf('send|sent|e-?mail|text|messag', 'отправ|пришл|присл|высл|вышл|скин', 'yubor|joʻnat|tashla'),
  anyOf('order', 'заказ|оформ', 'buyurtma|zakaz|rasmiylashtir'),
  anyOf('connect|transfer|put(?:ting)? you through', 'соедин|перев[её]|переключ', 'ula[ynt]|ulab'),
];
/** A clause of the plan that lets the agent do something. */
const permission = anyOf(
  '(?:(?:the )?(?:ai )?(?:assistant|agent|bot)|ovoz) (?:may|can|is allowed to|are allowed to)(?! not)',
  '(?:ассистент|агент|бот|помощник|ovoz) (?:может|вправе|имеет право)',
  '(?:yordamchi|agent|bot|ovoz)(?:ga)? (?:[\\p{L}ʻ]+ ){0,6}(?:mumkin|oladi|ruxsat)',
);

/**
 * True if the sentence claims an act that no tool performs, or a note while nothing is known.
 * False if the plan allows this kind of act.
 * @param isAnythingKnown false if there is nothing that the agent can have noted
 */
export function hasFalseAct(sentence: string, isAnythingKnown: boolean, plan: string): boolean {
  const claimsAct = acts.test(sentence) || (!isAnythingKnown && notes.test(sentence));
  const permissions = clausesOf(plan).filter((clause) => permission.test(clause));
  const isAllowed = permissions.some((clause) =>
    kinds.some((kind) => kind.test(sentence) && kind.test(clause)),
  );
  return claimsAct && !isAllowed;
}

/** An offer of the business. The visitor's own figures cannot support its prices. */
export const offer = anyOf(
  'costs?|price|pay|charge|confirm|discount|(?:start|begin)s? (?:at|from)|off(?!\\p{L})|youʻll get|you will get|you get|we (?:give|offer)',
  'стои(?:т|ть|мость)|цен[аыу]|обойд[её]тся|подтвержда|скидк|тариф|дадим|дела(?:ем|ю)|сделаем|начина[ею]тся',
  'turadi|narx|tushadi|tasdiqla|chegirma|tarif|beramiz|qilamiz|boshlanadi',
);

/** A promise to call. The visitor chooses its day, so the plan's days do not support it. */
export const callBack = anyOf(
  'calls? you',
  '(?:пере)?позвон(?:им|ит|ю)',
  '(?:qoʻngʻiroq|telefon) qil(?:adi|amiz|aman)',
);

/** Sentences as a shop, a news reader and a friend say them: with numbers, dates and money to be put into words. */
const sentences = [
  'Assalomu alaykum, xush kelibsiz!',
  'Buyurtmangiz 21-noyabr kuni soat 14:30 da yetkazib beriladi.',
  'Uning narxi 125 000 soʻm, yetkazib berish esa bepul.',
  'Toshkentda bugun havo ochiq, kunduzi 12 daraja issiq boʻladi.',
  'Maʼlumot uchun +998 71 200 00 00 raqamiga qoʻngʻiroq qiling.',
  'Kitob 1926-yilda yozilgan boʻlib, uni hali ham sevib oʻqishadi.',
  'Bolalar bogʻda oʻynab yurishibdi, onasi esa ularni kutmoqda.',
  'Loyiha boʻyicha ishlarning 75% i bajarildi, qolgani 2 haftada tugaydi.',
];

/** An Uzbek text of so many characters. */
export function uzbekText(characters: number): string {
  const once = `${sentences.join(' ')} `;
  return once.repeat(Math.ceil(characters / once.length)).slice(0, characters);
}

/** Its first sentence. */
export const firstSentence = sentences[0] ?? '';

import type { Language } from '../../lib/i18n/language.ts';

/** Frequent words by which a sentence in Latin letters is known, and endings that Uzbek alone has. */
const frequent = {
  uz: 'assalomu alaykum salom xayr rahmat ha yoʻq mayli yaxshi iltimos kechirasiz marhamat men sen siz biz ular bu shu u va ham lekin chunki uchun bilan kerak edi emas bor yana endi keyin hozir juda nima nega qachon qanday qancha qaysi qayer qayerda kim necha mumkin boʻladi tushundim ismim ismingiz sizga sizning menga mening bizga bizning ertaga bugun soat oʻzbekcha',
  en: 'hello goodbye thanks thank yes no please sorry i you he she we they it the a an is are am was be been do does did have has can could will would not and or but of to in on for with at from my your our what who when where why how this that there let one',
};
const words = {
  uz: new Set(frequent.uz.split(' ')),
  en: new Set(frequent.en.split(' ')),
};
const uzbekEnding = /..(?:lar|ning|ingiz|imiz|larni|larga|yapti|yapman|yapsiz|aman|asiz|diz|dagi|moqchi)$/u;
const uzbekCyrillic = /[ўқғҳ]/iu;
/** Fewer of them may be a name, a brand or a loan word. */
const leastWords = 2;
const leastCyrillicLetters = 5;

/** The language of what was said, if its words tell it: a name alone has none. */
export function languageOf(text: string): Language | undefined {
  const said = text
    .toLowerCase()
    .replaceAll(/[ʻʼ'`’‘]/gu, 'ʻ')
    .match(/[\p{L}ʻ]+/gu);
  if (said === null) return undefined;
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic > latin) {
    if (cyrillic < leastCyrillicLetters) return undefined;
    return uzbekCyrillic.test(text) ? 'uz' : 'ru';
  }
  const uz = said.filter((word) => words.uz.has(word) || uzbekEnding.test(word)).length;
  const en = said.filter((word) => words.en.has(word)).length;
  if (Math.max(uz, en) < leastWords || uz === en) return undefined;
  return uz > en ? 'uz' : 'en';
}

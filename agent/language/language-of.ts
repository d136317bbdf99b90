import type { Language } from '../../lib/i18n/language.ts';
import { cyrillicToLatin } from '../../lib/uzbek/index.ts';
import { wordsOf } from '../../lib/words.ts';

/** Frequent words that identify a language. */
const words = {
  uz: new Set(
    'assalomu alaykum salom xayr rahmat ha yoʻq mayli yaxshi iltimos kechirasiz marhamat men sen siz biz ular bu shu u va ham lekin chunki uchun bilan kerak edi emas bor yana endi keyin hozir juda nima nega qachon qanday qancha qaysi qayer qayerda kim necha mumkin boʻladi tushundim ismim ismingiz sizga sizning menga mening bizga bizning ertaga bugun soat oʻzbekcha'.split(
      ' ',
    ),
  ),
  en: new Set(
    'hello goodbye thanks thank yes no please sorry i you he she we they it the a an is are am was be been do does did have has can could will would not and or but of to in on for with at from my your our what who when where why how this that there let one'.split(
      ' ',
    ),
  ),
  ru: new Set(
    'здравствуйте привет до свидания спасибо да нет пожалуйста извините я ты он она мы вы они это и в не на что с как а то по но к у за от о из же для так меня мне мой моя нас нам наш вас вам ваш был была было быть есть хочу можно нужно надо зовут сколько когда где кто почему какой уже ещё если'.split(
      ' ',
    ),
  ),
};
/** Uzbek endings. Without "ning" alone, and "lar" after some letters, because "training" and "dollar" have them. */
const uzbekEnding =
  /..(?:(?<![ilou])lar|lar(?:i|ni|ga|da|dan|ning)|ingiz|imiz|yapti|yapman|yapsiz|aman|asiz|[ay]di|diz|dagi|moqchi)$/u;
const uzbekCyrillic = /[ўқғҳ]/iu;
const russianAlone = /[ыщ]/iu;
/** Fewer identifying words may be a name, a brand or a loan word. */
const minWords = 2;
const minCyrillicLetters = 5;
/** Fewer words, none of them frequent, may be a name, the agent's echo or a recogniser's invention. */
const minCyrillicWords = 5;

/** The language of a text, if its words show it; undefined for a name. */
export function languageOf(text: string): Language | undefined {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic > latin) {
    if (cyrillic < minCyrillicLetters) return undefined;
    return cyrillicLanguageOf(text);
  }
  const spokenWords = wordsOf(text);
  const uz = countUzbek(spokenWords);
  const en = spokenWords.filter((word) => words.en.has(word)).length;
  if (Math.max(uz, en) < minWords || uz === en) return undefined;
  return uz > en ? 'uz' : 'en';
}

/** Many Uzbek texts in Cyrillic have no letter that Russian lacks. */
function cyrillicLanguageOf(text: string): Language | undefined {
  const uz = countUzbek(wordsOf(cyrillicToLatin(text)).filter((word) => word.length > 1));
  const spokenWords = wordsOf(text);
  const ru = spokenWords.filter((word) => words.ru.has(word)).length;
  if (uz + ru === 0 && spokenWords.length < minCyrillicWords) return undefined;
  if (uzbekCyrillic.test(text)) return 'uz';
  if (russianAlone.test(text)) return 'ru';
  if (uz <= ru) return 'ru';
  return uz < minWords ? undefined : 'uz';
}

function countUzbek(spokenWords: readonly string[]): number {
  return spokenWords.filter((word) => words.uz.has(word) || uzbekEnding.test(word)).length;
}

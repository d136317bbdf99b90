import { wordsAndNumbersOf } from '../../lib/words.ts';

/** "yoʻq", "emasman" and verbs like "ishlamayman"; "hammasi" is none. */
const negation =
  /^(?:not?|never|neither|nor|\p{L}+nʻt|не|ни|нет|никогда|hech|emas\p{L}*|yoʻq\p{L}*|\p{L}+(?<!m)ma(?:y|s|d|gan)\p{L}*)$/u;

/** True if the text negates something with a word that these words leave out. */
export function dropsNegation(words: string, text: string): boolean {
  const said = wordsAndNumbersOf(words);
  return wordsAndNumbersOf(text).some((word) => negation.test(word) && !said.includes(word));
}

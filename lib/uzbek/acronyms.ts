import { CAPITAL, letterName } from './letters.ts';
import { rewrite } from './rewrite.ts';

const ENDING =
  '(?:lar)?(?:imiz|ingiz|si|im|ing|i)?(?:ning|ni|[gkq]a(?:cha)?|da(?:gi|n)?|cha|lik|li|siz|dir)?';
const ACRONYM = new RegExp(
  `(?<![\\p{L}\\p{M}\\dʻʼ])(?<letters>${CAPITAL}{2,6})(?:-?(?<ending>${ENDING}))(?![\\p{L}\\p{M}ʻʼ])`,
  'gu',
);
const LETTER = new RegExp(CAPITAL, 'gu');
const SENTENCE = /[^.!?\n]+/gu;

/** Said with the names that the letters have in English, or as a word of its own. */
const asSaid: Record<string, string> = {
  ...{ IT: 'ay-ti', AI: 'ey-ay', API: 'ey-pi-ay', GPS: 'ji-pi-es', GPT: 'ji-pi-ti', USB: 'yu-es-bi' },
  ...{
    VPN: 'vi-pi-en',
    HR: 'eych-ar',
    PR: 'pi-ar',
    CEO: 'si-i-o',
    IELTS: 'ayelts',
    TOEFL: 'toyfl',
    VIP: 'vip',
  },
};

/** Four letters and more that read as a word are read as one: NATO, YUNESKO. */
function isWord(letters: string[]): boolean {
  if (letters.length < 4) return false;
  const shape = letters.map((letter) => (/^[AEIOU]/.test(letter) ? 'v' : 'c')).join('');
  return shape.includes('v') && !/^cc|ccc|vvv/.test(shape) && !shape.endsWith('ccc');
}

/** A sentence in capitals is loud, not abbreviated. */
function isShouted(sentence: string): boolean {
  return !/\p{Ll}/u.test(sentence) && (sentence.match(/\p{L}{2,}/gu) ?? []).length > 2;
}

function sayInSentence(sentence: string): string {
  if (isShouted(sentence)) return sentence.toLowerCase();
  return rewrite(sentence, ACRONYM, (part) => {
    const letters = part('letters').match(LETTER) ?? [];
    if (isWord(letters) && asSaid[part('letters')] === undefined) return undefined;
    return (asSaid[part('letters')] ?? letters.map(letterName).join('-')) + part('ending');
  });
}

/** Spells acronyms by the names of their letters, endings kept: BMTning is be-em-tening. */
export function spellAcronyms(text: string): string {
  return text.replace(SENTENCE, sayInSentence);
}

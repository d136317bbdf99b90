import { cyrillicToLatin } from '../../../lib/uzbek/index.ts';
import { daysIn } from './days.ts';
import { tokensOf } from '../../../lib/spoken/read-numbers.ts';

/** Words of sentences that say where something is. */
const placeWord =
  /(?<![\p{L}ʻ])(?:street|avenue|district|metro|station|branch|(?:our|the) (?:office|shop|store)|located|address|koʻcha|tuman|filial|manzil|joylashgan|mahalla|mavze|massiv|улиц|проспект|район|филиал|находи(?:мся|тся)|адрес|мы (?:на|в|рядом)(?!\p{L})|метро|этаж|qavat|floor)/iu;
/** Capitalised words for kinds of places, which are not names themselves. */
const markerAlone = /^(?:street|avenue|district|metro|station|branch|koʻchasi|tumani|проспект|улица)$/iu;
/** «Вы», «Вам», «Ваш» of a polite letter. */
const polite = /^(?:Вы|Вас|Вам|Вами|Ваш\p{L}*)$/u;
/** Uzbek suffixes mark a name as a place, even as the first word. */
const uzbekPlace = /^(?:\p{Lu}[\p{L}ʻ]*(?:da|dan|ga)(?:miz)?$)/u;
const uzbekMarker = /^(?:tuman|koʻcha|metro|mavze|mahalla)/u;

/** Reduces a word to its consonants, so that Chilonzor, Chilanzar and Чиланзаре begin alike. */
function skeleton(word: string): string {
  return cyrillicToLatin(word)
    .toLowerCase()
    .replaceAll(/kh|x/gu, 'h')
    .replaceAll('q', 'k')
    .replaceAll(/[^\p{L}]|[aeiouyʻʼ]/gu, '')
    .replaceAll(/(.)\1+/gu, '$1');
}

/** The names of places, as skeletons, in a sentence that says where something is. */
export function placeNamesIn(sentence: string): string[] {
  if (!placeWord.test(sentence)) return [];
  const words = sentence.match(/[\p{L}ʻ]+/gu) ?? [];
  return words.flatMap((word, index) => {
    const isDay = daysIn(word, tokensOf(word), []).length > 0;
    if (!/^\p{Lu}/u.test(word) || isDay || markerAlone.test(word) || polite.test(word)) return [];
    const isName = index > 0 || uzbekPlace.test(word) || uzbekMarker.test(words[index + 1] ?? '');
    return isName ? [skeleton(word)] : [];
  });
}

/** The skeletons of all words with three letters or more, because any of them may be a name. */
export function skeletonsIn(text: string): string[] {
  return (text.match(/[\p{L}ʻ]{3,}/gu) ?? []).map(skeleton);
}

export function isKnownName(name: string, knownNames: ReadonlySet<string>): boolean {
  if (name.length < 2 || knownNames.has(name)) return true;
  return [...knownNames].some((each) => {
    const commonLength = Math.min(each.length, name.length);
    if (commonLength < 3) return false;
    // Endings differ: Космонавтов, Kosmonavtlar.
    const comparedLength = commonLength >= 6 ? commonLength - 1 : commonLength;
    return name.slice(0, comparedLength) === each.slice(0, comparedLength);
  });
}

import { cyrillicToLatin } from '../../../lib/uzbek/index.ts';
import { daysIn } from './days.ts';
import { tokensOf } from '../../../lib/spoken/read-numbers.ts';

/** Words of sentences that say where something is. */
const placeWord =
  /(?<![\p{L}ʻ])(?:street|avenue|district|metro|station|branch|(?:our|the) (?:office|shop|store)|located|address|koʻcha|tuman|filial|manzil|joylashgan|mahalla|mavze|massiv|улиц|проспект|район|филиал|находи(?:мся|тся)|адрес|мы (?:на|в|рядом)|метро|этаж|qavat|floor)/iu;
/** Capitalised marker words, which are no names themselves. */
const markerAlone = /^(?:street|avenue|district|metro|station|branch|koʻchasi|tumani|проспект|улица)$/iu;
/** Uzbek suffixes mark a name as a place, even as the first word. */
const uzbekPlace = /^(?:\p{Lu}[\p{L}ʻ]*(?:da|dan|ga)(?:miz)?$)/u;
const uzbekMarker = /^(?:tuman|koʻcha|metro|mavze|mahalla)/u;

/** Only consonants: Chilonzor, Chilanzar and Чиланзаре begin alike. */
function skeleton(word: string): string {
  return cyrillicToLatin(word)
    .toLowerCase()
    .replaceAll(/kh|x/gu, 'h')
    .replaceAll('q', 'k')
    .replaceAll(/[^\p{L}]|[aeiouyʻʼ]/gu, '')
    .replaceAll(/(.)\1+/gu, '$1');
}

/** The names of places in a statement of where something is. */
export function placeNamesIn(sentence: string): string[] {
  if (!placeWord.test(sentence)) return [];
  const words = sentence.match(/[\p{L}ʻ]+/gu) ?? [];
  return words.flatMap((word, at) => {
    const isDay = daysIn(tokensOf(word), []).length > 0;
    if (!/^\p{Lu}/u.test(word) || isDay || markerAlone.test(word)) return [];
    const next = words[at + 1] ?? '';
    const isFirst = at === 0;
    const isName = !isFirst || uzbekPlace.test(word) || uzbekMarker.test(next);
    const isMarker = placeWord.test(word) && !isName;
    return isName && !isMarker ? [skeleton(word)] : [];
  });
}

/** The skeletons of all words of a source. */
export function namesIn(text: string): string[] {
  return (text.match(/[\p{L}ʻ]{3,}/gu) ?? []).map(skeleton);
}

export function isKnownName(name: string, known: ReadonlySet<string>): boolean {
  if (name.length < 2 || known.has(name)) return true;
  return [...known].some((each) => {
    const common = Math.min(each.length, name.length);
    if (common < 3) return false;
    // Endings differ: Космонавтов, Kosmonavtlar.
    const alike = common >= 6 ? common - 1 : common;
    return name.slice(0, alike) === each.slice(0, alike);
  });
}

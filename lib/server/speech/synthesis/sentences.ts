import type { Language } from '../../../language.ts';

const segmenters = new Map<Language, Intl.Segmenter>();

function segmenter(language: Language): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}

/** Where to cut a sentence that is too long: after a clause, else after a word, else between two characters. */
function cutAt(text: string, maxLength: number): number {
  const window = text.slice(0, maxLength);
  const clause = Math.max(...[', ', '; ', ': ', '– ', '— '].map((mark) => window.lastIndexOf(mark)));
  if (clause > maxLength / 3) return clause + 1;
  const space = window.lastIndexOf(' ');
  if (space > 0) return space;
  return /[\uD800-\uDBFF]$/.test(window) ? maxLength - 1 : maxLength;
}

/** A text in pieces that end where a voice pauses, none longer than maxLength UTF-16 units, none blank. */
export function* sentences(text: string, language: Language, maxLength: number): Generator<string> {
  for (const { segment } of segmenter(language).segment(text)) {
    let rest = segment.trim();
    while (rest.length > maxLength) {
      const at = cutAt(rest, maxLength);
      yield rest.slice(0, at).trim();
      rest = rest.slice(at).trim();
    }
    if (rest !== '') yield rest;
  }
}

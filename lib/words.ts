/** A text with ʻ for every apostrophe. */
export function withOneApostrophe(text: string): string {
  return text.replaceAll(/[ʻʼ'`’‘]/gu, 'ʻ');
}

/** Words and numbers of a text in small letters, with one form of the apostrophe. */
export function wordsAndNumbersOf(text: string): string[] {
  // The small letter of the Turkish İ has a dot of its own.
  const small = text.toLowerCase().replaceAll('\u0307', '');
  return withOneApostrophe(small).match(/[\p{L}\p{N}ʻ]+/gu) ?? [];
}

/** The words of a text, without those that contain a digit. */
export function wordsOf(text: string): string[] {
  return wordsAndNumbersOf(text).filter((word) => !/\p{N}/u.test(word));
}

/** Words and numbers with single spaces between them. */
export function plainOf(text: string): string {
  return wordsAndNumbersOf(text).join(' ');
}

/** The sentences of a text with their marks. The dots in "Amara.org" and "2.5" end none. */
export function sentencesOf(text: string): string[] {
  const sentences = text.match(/(?:[^.!?…]|[.!?…](?=[^\s.!?…]))+[.!?…]*/gu) ?? [];
  return sentences.map((each) => each.trim()).filter(Boolean);
}

/** Words and numbers of a text in small letters, with one form of the apostrophe. */
export function wordsAndNumbersOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/[ʻʼ'`’‘]/gu, 'ʻ')
      .match(/[\p{L}\p{N}ʻ]+/gu) ?? []
  );
}

/** The words of a text in small letters, without those that contain a digit. */
export function wordsOf(text: string): string[] {
  return wordsAndNumbersOf(text).filter((word) => !/\p{N}/u.test(word));
}

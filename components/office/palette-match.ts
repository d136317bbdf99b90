/** True if the title contains the words, in any case and with any apostrophes or none. */
export function matches(title: string, words: string): boolean {
  return normalize(title).includes(normalize(words));
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/['`´‘’ʻʼ]/g, '');
}

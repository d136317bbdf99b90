/** Joins patterns into one that matches at the beginning of a word, in small letters with one form of the apostrophe. */
export function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}ʻ])(?:${patterns.join('|')})`, 'u');
}

export function clausesOf(text: string): string[] {
  return text.split(/[.!?;\n]+|,(?!\d)/u);
}

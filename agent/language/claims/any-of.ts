/** Joins patterns into one that matches at the beginning of a word. The text must be in small letters, with ʻ as apostrophe. */
export function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}ʻ])(?:${patterns.join('|')})`, 'u');
}

export function clausesOf(text: string): string[] {
  return text.split(/[.!?;\n]+|,(?!\d)/u);
}

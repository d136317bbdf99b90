/** The names of the letters, of the Uzbek alphabet and of the three that foreign words bring. */
const names: Record<string, string> = {
  ...{ a: 'a', b: 'be', d: 'de', e: 'e', f: 'ef', g: 'ge', h: 'ha', i: 'i', j: 'je', k: 'ka', l: 'el' },
  ...{ m: 'em', n: 'en', o: 'o', p: 'pe', q: 'qa', r: 'er', s: 'es', t: 'te', u: 'u', v: 've', x: 'xa' },
  ...{ y: 'ye', z: 'ze', oʻ: 'oʻ', gʻ: 'gʻa', sh: 'sha', ch: 'che', ya: 'ya', yu: 'yu', yo: 'yo', ye: 'ye' },
  ...{ c: 'se', w: 've' },
};

/** One capital letter, two where the alphabet writes one letter with two. */
export const CAPITAL = '(?:S[Hh]|C[Hh]|[OG]ʻ|\\p{Lu})';

/** What a letter is called; a letter of another alphabet stays itself. */
export function letterName(letter: string): string {
  const small = letter.toLowerCase();
  return names[small] ?? small;
}

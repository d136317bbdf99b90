/** A longer aside is not detected, so at most this many characters are delayed. */
const longestAside = 200;
const within = (closing: string) => `[^${closing}]{0,${longestAside}}`;

const link = new RegExp(`\\[(${within('\\]')})\\]\\(${within(')')}\\)`, 'gu');
/** Matches asides in brackets, and the telephone system's lines, which small models repeat. */
const inBrackets = new RegExp(`\\[${within('\\]')}\\]\\s*`, 'gu');
/** A sentence begins with a capital, a stage direction does not. */
const direction = new RegExp(
  `(?<=^\\s*|[.!?…]\\s+)(?:\\*\\p{Ll}${within('*')}\\*|\\(\\p{Ll}${within('()')}\\))\\s*`,
  'gu',
);
const tag = new RegExp(`</?\\p{L}${within('<>')}>`, 'gu');
const role = /^\s*assistant:\s*/iu;
const lineMark = /^[ \t]*(?:#{1,6}|[-•*>])[ \t]+/gmu;
const emphasis = /\*+(?=\S)|(?<=\S)\*+|`+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200D\uFE0F\u20E3]/gu;

/** The words of a reply that one can say: without markup, emoji and stage directions. */
function speakable(text: string): string {
  return text
    .replaceAll(emoji, '')
    .replaceAll(link, '$1')
    .replaceAll(inBrackets, '')
    .replaceAll(direction, '')
    .replaceAll(tag, '')
    .replace(role, '')
    .replaceAll(lineMark, '')
    .replaceAll(emphasis, '');
}

/** The end of a text that later words may turn into an aside, a link, a tag or a mark. */
const open = [
  `\\[${within('\\]')}`,
  `\\[${within('\\]')}\\](?:\\(${within(')')})?`,
  `\\(${within('()')}`,
  `<(?:/?\\p{L}${within('<>')}|/)?`,
  `(?:^|\\n)[ \\t]*[#•>*-]{0,6}[ \\t]*`,
  '[_`]+',
].map((pattern) => new RegExp(`(?:${pattern})$`, 'u'));

const roleBegins = /^\s*a?s?s?i?s?t?a?n?t?:?$/iu;

function settledLength(text: string): number {
  if (roleBegins.test(text)) return 0;
  return Math.min(openStarsAt(text), ...open.map((pattern) => pattern.exec(text)?.index ?? text.length));
}

/** Where asterisks begin that have no end yet, or one that may grow. */
function openStarsAt(text: string): number {
  const runs = Array.from(text.matchAll(/\*+/gu), ({ index, 0: run }) => ({
    index,
    end: index + run.length,
  })).filter(({ index, end }) => !/(?:^|\s)$/u.test(text.slice(0, index)) || !/^\s/u.test(text.slice(end)));
  const last = runs.at(-1);
  const isOpen = runs.length % 2 === 1;
  const from = isOpen ? last : last?.end === text.length ? runs.at(-2) : undefined;
  return from === undefined || text.length - from.index > longestAside ? text.length : from.index;
}

/** Filters a reply while it is written. */
export class SpeechFilter {
  #text = '';
  #given = '';

  pass(words: string): string {
    this.#text += words;
    return this.#give(this.#text.slice(0, settledLength(this.#text)));
  }

  /** The rest of a reply that has ended. */
  end(): string {
    return this.#give(this.#text);
  }

  #give(text: string): string {
    const all = speakable(text);
    const fresh = all.slice(this.#given.length);
    this.#given = all;
    return fresh;
  }
}

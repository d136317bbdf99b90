/** A longer aside is not detected, which limits how much text is delayed. */
const maxAsideChars = 200;
const upTo = (closing: string) => `[^${closing}]{0,${maxAsideChars}}`;

const link = new RegExp(`\\[(${upTo('\\]')})\\]\\(${upTo(')')}\\)`, 'gu');
/** Matches asides in brackets, and the telephone system's lines, which small models repeat. */
const inBrackets = new RegExp(`\\[${upTo('\\]')}\\]\\s*`, 'gu');
/** A sentence begins with a capital, a stage direction does not. */
const stageDirection = new RegExp(
  `(?<=^\\s*|[.!?…]\\s+)(?:\\*\\p{Ll}${upTo('*')}\\*|\\(\\p{Ll}${upTo('()')}\\))\\s*`,
  'gu',
);
const tag = new RegExp(`</?\\p{L}${upTo('<>')}>`, 'gu');
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
    .replaceAll(stageDirection, '')
    .replaceAll(tag, '')
    .replace(role, '')
    .replaceAll(lineMark, '')
    .replaceAll(emphasis, '');
}

/** Endings that later words may turn into an aside, a link, a tag or a mark. */
const unfinishedEndings = [
  `\\[${upTo('\\]')}`,
  `\\[${upTo('\\]')}\\](?:\\(${upTo(')')})?`,
  `\\(${upTo('()')}`,
  `<(?:/?\\p{L}${upTo('<>')}|/)?`,
  `(?:^|\\n)[ \\t]*[#•>*-]{0,6}[ \\t]*`,
  '[_`]+',
].map((pattern) => new RegExp(`(?:${pattern})$`, 'u'));

const partOfRole = /^\s*a?s?s?i?s?t?a?n?t?:?$/iu;

/** The length of the beginning that later words cannot change. */
function settledLength(text: string): number {
  if (partOfRole.test(text)) return 0;
  const endings = unfinishedEndings.map((pattern) => pattern.exec(text)?.index ?? text.length);
  return Math.min(openStarsAt(text), ...endings);
}

/** The index of asterisks without a closing counterpart, or with one that may still grow; the length if there are none. */
function openStarsAt(text: string): number {
  const runs = Array.from(text.matchAll(/\*+/gu), ({ index, 0: run }) => ({
    index,
    end: index + run.length,
  })).filter(({ index, end }) => !/(?:^|\s)$/u.test(text.slice(0, index)) || !/^\s/u.test(text.slice(end)));
  const lastRun = runs.at(-1);
  const isOpen = runs.length % 2 === 1;
  const openRun = isOpen ? lastRun : lastRun?.end === text.length ? runs.at(-2) : undefined;
  return openRun === undefined || text.length - openRun.index > maxAsideChars ? text.length : openRun.index;
}

/** Filters a reply while it is written. */
export class SpeechFilter {
  #text = '';
  #passedText = '';

  /** Takes more words and returns those that are now certain. */
  pass(words: string): string {
    this.#text += words;
    return this.#passNewText(this.#text.slice(0, settledLength(this.#text)));
  }

  /** Returns the rest of a reply that has ended. */
  end(): string {
    return this.#passNewText(this.#text);
  }

  #passNewText(text: string): string {
    const speakableText = speakable(text);
    const newText = speakableText.slice(this.#passedText.length);
    this.#passedText = speakableText;
    return newText;
  }
}

import type { Language } from '../../lib/i18n/language.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { wordsAndNumbersOf } from '../../lib/words.ts';
import { isNumberWord } from '../language/dictated-number.ts';

/** Words that mean "I am listening", which are no turn over the agent's voice. */
const backchannels = new Set(
  'ha haa xa mhm mm mmm hm hmm aha uh huh ok okay okey xoʻp xop mayli tushunarli ээ угу ага да мм ммм хм ок окей так ясно понятно yeah yes yep right sure i see'.split(
    ' ',
  ),
);
/** An echo after the agent's end contains its last words; a quick answer repeats other words of the question. */
const lastWords = 2;
const longestBackchannel = 3;
/** Without a measured echo, an echo has at least this many words, all of them the agent's. */
const longEcho = 5;
/** The share of an echo's words that must match. */
const minSharedWords = 0.7;
/** An echo repeats the current sentence or the one just before it. */
const lastSentences = 6;

/** True for "ha", "mhm", «угу», "ok" and nothing else. */
export function isBackchannel(text: string): boolean {
  const visitorWords = wordsAndNumbersOf(text);
  return (
    visitorWords.length > 0 &&
    visitorWords.length <= longestBackchannel &&
    visitorWords.every((word) => backchannels.has(word))
  );
}

/** How the visitor's voice overlaps the agent's. One that `began` over it, or ended soon after it (`tail`), may be its echo. */
export type Overlap = 'began' | 'tail' | 'none';

/** Detects backchannels, and the agent's own words that the microphone has picked up. */
export class TurnFilter {
  readonly #languageOf: (text: string) => Language;
  readonly #said: string[] = [];

  constructor(languageOf: (text: string) => Language) {
    this.#languageOf = languageOf;
  }

  /** Call it before the agent says the sentence. */
  remember(sentence: string): void {
    this.#said.push(sentence);
    if (this.#said.length > lastSentences) this.#said.shift();
  }

  /**
   * Returns why recognised words are no turn; undefined if they are one.
   * @param hasEcho the microphone hears the agent
   */
  kindOf(text: string, overlap: Overlap, hasEcho = true): 'nod' | 'echo' | undefined {
    if (overlap === 'none') return undefined;
    const asSpoken = (words: string) => spoken(words, this.#languageOf(words));
    const isAlike = (heard: string, said: string) =>
      isEcho(heard, said, hasEcho) && (overlap === 'began' || endsAlike(heard, said));
    // The recogniser may write a number in other digits or words than the agent's reply has.
    const isOwn =
      isAlike(text, this.#said.join(' ')) || isAlike(asSpoken(text), this.#said.map(asSpoken).join(' '));
    if (isOwn) return 'echo';
    return isBackchannel(text) ? 'nod' : undefined;
  }
}

/** True if the agent has just said most of these words, in this order. */
export function isEcho(text: string, agentSaid: string, isLikely = true): boolean {
  const heard = wordsAndNumbersOf(text);
  const agentWords = wordsAndNumbersOf(agentSaid);
  if (heard.length < (isLikely ? 2 : longEcho) || agentWords.length === 0) return false;
  // Digits that the agent did not say correct the number that it has just read out.
  const digits = text.replaceAll(/\D/gu, '');
  if (!agentSaid.replaceAll(/\D/gu, '').includes(digits)) return false;
  const numbers = heard.filter(isNumberWord);
  if (!inOneRow(agentWords.filter(isNumberWord)).includes(inOneRow(numbers))) return false;
  const others = heard.filter((word) => !/\d/u.test(word) && !isNumberWord(word));
  if (others.length === 0) return true;
  let at = 0;
  let found = 0;
  for (const word of others) {
    const next = agentWords.indexOf(word, at);
    if (next === -1) continue;
    found++;
    at = next + 1;
  }
  const isExact = !isLikely || numbers.length > 0;
  return found / others.length >= (isExact ? 1 : minSharedWords);
}

function inOneRow(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

function endsAlike(text: string, agentSaid: string): boolean {
  const last = wordsAndNumbersOf(text).at(-1);
  return last !== undefined && wordsAndNumbersOf(agentSaid).slice(-lastWords).includes(last);
}

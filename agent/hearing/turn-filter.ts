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
/** After the agent's end, an echo ends with one of the agent's last words. A quick answer ends with another word. */
const lastWords = 2;
const maxBackchannelWords = 3;
/** If the measured echo is inaudible, an echo has at least this many words, all of them the agent's. */
const longEcho = 5;
/** The share of an echo's words that must match. */
const minMatchingShare = 0.7;
/** An echo repeats the current sentence or the one before it. The rest of these sentences are synthesized but not yet spoken. */
const lastSentences = 6;

/** True for "ha", "mhm", «угу», "ok" and nothing else. */
export function isBackchannel(text: string): boolean {
  const visitorWords = wordsAndNumbersOf(text);
  return (
    visitorWords.length > 0 &&
    visitorWords.length <= maxBackchannelWords &&
    visitorWords.every((word) => backchannels.has(word))
  );
}

/** Whether the visitor's voice began over the agent's (`began`) or ended soon after it (`tail`): it may be the agent's echo. */
export type Overlap = 'began' | 'tail' | 'none';

/** Detects backchannels, and the agent's own words that the microphone has picked up. */
export class TurnFilter {
  readonly #languageOf: (text: string) => Language;
  readonly #recentSentences: string[] = [];

  constructor(languageOf: (text: string) => Language) {
    this.#languageOf = languageOf;
  }

  /** Call it before the agent says the sentence. */
  remember(sentence: string): void {
    this.#recentSentences.push(sentence);
    if (this.#recentSentences.length > lastSentences) this.#recentSentences.shift();
  }

  /**
   * Returns why recognised words are no turn; undefined if they are one.
   * @param hasEcho the microphone hears the agent
   */
  kindOf(text: string, overlap: Overlap, hasEcho = true): 'backchannel' | 'echo' | undefined {
    if (overlap === 'none') return undefined;
    const asSpoken = (words: string) => spoken(words, this.#languageOf(words));
    const isAlike = (heardText: string, agentText: string) =>
      isEcho(heardText, agentText, hasEcho) && (overlap === 'began' || endsAlike(heardText, agentText));
    // The recogniser may write a number in other digits or words than the agent's reply has.
    const isAgentEcho =
      isAlike(text, this.#recentSentences.join(' ')) ||
      isAlike(asSpoken(text), this.#recentSentences.map(asSpoken).join(' '));
    if (isAgentEcho) return 'echo';
    return isBackchannel(text) ? 'backchannel' : undefined;
  }
}

/** True if the agent has just said most of these words, in this order. @param hasEcho without it, all words must match */
export function isEcho(text: string, agentText: string, hasEcho = true): boolean {
  const heardWords = wordsAndNumbersOf(text);
  const agentWords = wordsAndNumbersOf(agentText);
  if (heardWords.length < (hasEcho ? 2 : longEcho) || agentWords.length === 0) return false;
  // Other digits than the agent's: the visitor corrects the number that the agent has just read out.
  const digits = text.replaceAll(/\D/gu, '');
  if (!agentText.replaceAll(/\D/gu, '').includes(digits)) return false;
  const numberWords = heardWords.filter(isNumberWord);
  if (!joinWords(agentWords.filter(isNumberWord)).includes(joinWords(numberWords))) return false;
  const otherWords = heardWords.filter((word) => !/\d/u.test(word) && !isNumberWord(word));
  if (otherWords.length === 0) return true;
  let searchFrom = 0;
  let matches = 0;
  for (const word of otherWords) {
    const position = agentWords.indexOf(word, searchFrom);
    if (position === -1) continue;
    matches++;
    searchFrom = position + 1;
  }
  const mustMatchAll = !hasEcho || numberWords.length > 0;
  return matches / otherWords.length >= (mustMatchAll ? 1 : minMatchingShare);
}

function joinWords(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

function endsAlike(text: string, agentText: string): boolean {
  const lastWord = wordsAndNumbersOf(text).at(-1);
  return lastWord !== undefined && wordsAndNumbersOf(agentText).slice(-lastWords).includes(lastWord);
}

import type { LanguageModel } from '../models/language-model.ts';
import type { ClaimCheck } from '../language/claims/claims.ts';
import { isFarewell } from '../language/farewell.ts';
import { languageOf } from '../language/language-of.ts';
import { asksSomething, mayAskToRepeat } from '../language/is-question.ts';
import { ReplyCheck } from './reply-check.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import type { Memory } from './memory.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { ScriptWording } from './script-wording.ts';
import type { Cue, Meaning, Utterance } from './wording.ts';

export interface ModelWordingOptions {
  model: LanguageModel;
  memory: Memory;
  script: ScriptWording;
  /** False once the budget of the call or the day is spent: then the script speaks. */
  hasBudget?: () => boolean;
  onFirstToken?: (ms: number) => void;
  /** Called with the heard words of each reply, without those of the script. */
  onSpoke?: (words: string) => void;
  /** Called with the sentences that had an unsupported claim. */
  onReplaced?: (sentences: readonly string[]) => void;
  /** A filler is spoken if the model has no word this long after the visitor's voice. */
  fillerAfterMs?: number;
}

/** The cues that the model answers. */
export type ModelCue = Exclude<Cue, { type: 'notice' | 'open' | 'goodbye' }>;

/** Everything that the utterances of one call with a language model share. */
export interface ModelCall extends ModelWordingOptions {
  claims: ClaimCheck;
  /** Extracts answers that no tool has saved. */
  extractAnswers: () => Promise<boolean>;
  /** Extracts what the script must not ask again. Resolves when the script may speak. */
  extractBeforeScript: () => Promise<void>;
  /** Called when words of a reply were heard that the script did not complete. */
  onHeard: (hasCalledTools: boolean) => void;
}

/** A reply of the model; the script completes it if the model does not. */
export class ModelUtterance implements Utterance {
  readonly cue: ModelCue;
  readonly stream: ReplyStream;
  readonly lead: readonly string[];
  readonly meaning: Meaning;
  readonly rest: AsyncIterable<string>;
  readonly #call: ModelCall;
  readonly #check: ReplyCheck;
  #filler = '';
  /** The model's words, as they are spoken. */
  #spoken = '';
  /** The script's line after the model's words. */
  #continuation: Utterance | undefined;

  constructor(cue: ModelCue, stream: ReplyStream, meaning: Meaning, call: ModelCall) {
    this.cue = cue;
    this.stream = stream;
    this.meaning = meaning;
    this.#call = call;
    this.lead = cue.type === 'reply' ? call.script.greeting() : [];
    this.#check = this.#newCheck();
    this.rest = this.#generatePieces();
  }

  heard(text: string, isQuestionHeard: boolean): void {
    const { memory, script, onSpoke, onReplaced, onHeard } = this.#call;
    const { calls } = this.stream;
    this.stream.abort();
    if (this.#check.replaced.length > 0) onReplaced?.(this.#check.replaced);
    // Leave the filler out of the memory, because the model would imitate it.
    // The script's words follow the model's words after "…".
    const [lead, , words, rest = ''] = partsOf(text, [this.lead.join(' '), this.#filler, this.#spoken]);
    const ownWords = [lead, words?.replace(/…$/u, '')].filter(Boolean).join(' ');
    memory.add('agent', ownWords, calls.length > 0 ? calls : undefined);
    script.endGreeting(ownWords);
    onSpoke?.(ownWords);
    if (this.#continuation !== undefined) {
      this.#continuation.heard(rest.replace(/^[…\s]+/u, ''), isQuestionHeard);
      return;
    }
    if (ownWords === '') return;
    script.resetAfterFailure();
    memory.followLanguage(ownWords);
    if (isQuestionHeard) this.#rememberQuestion(ownWords);
    onHeard(calls.length > 0);
  }

  #rememberQuestion(ownWords: string): void {
    const { cue } = this;
    const { memory } = this.#call;
    // A question that only confirms a known answer does not ask about its topic.
    const asks = memory.unanswered.find(({ id }) => id === this.meaning.asks)?.id;
    if (asks === undefined && (cue.type === 'ask_again' || cue.type === 'welcome_back')) return;
    memory.question = asks !== undefined || asksSomething(ownWords) ? { topic: asks } : undefined;
  }

  #newCheck(): ReplyCheck {
    const { cue } = this;
    const { claims, memory } = this.#call;
    const visitorTurns = memory.turnsOf('visitor');
    const agentTurns = memory.turnsOf('agent');
    const lastTurn = agentTurns.at(-1) ?? '';
    const isAnswer = cue.type === 'reply' && !mayAskToRepeat(cue.text ?? '') && !isFarewell(lastTurn);
    const language = (text: string) => languageOf(text) ?? memory.language;
    const visitor = cue.type === 'reply' ? [...visitorTurns, cue.text ?? ''] : visitorTurns;
    return new ReplyCheck({
      replacementFor: (sentence) => {
        // Read for each sentence: the tools of this reply may have saved something.
        const { answers, phone = '', callBack = '', handOverReason = '' } = memory;
        const known = [...answers.values(), phone, callBack, handOverReason].filter(Boolean);
        const claim = claims.find(sentence, { visitor, known, now: new Date() });
        if (claim === undefined) return undefined;
        const replacement = claim === 'human' ? 'agent_is_ai' : 'agent_confirm';
        return textOf(replacement, memory.plan, language(sentence));
      },
      language,
      previous: isAnswer ? agentTurns : [],
    });
  }

  /** Yields checked sentences. The trailing space tells the voice that the sentence is complete. */
  *#yieldSentences(sentences: readonly string[]): Generator<string, void, undefined> {
    for (const sentence of sentences) {
      this.#spoken += `${sentence} `;
      yield `${sentence} `;
    }
  }

  async *#generatePieces(): AsyncGenerator<string, void, undefined> {
    const { cue, stream, meaning } = this;
    const { memory, script, extractAnswers } = this.#call;
    let isFailed = false;
    for await (const piece of stream) {
      if (piece.type === 'words') yield* this.#yieldSentences(this.#check.push(piece.words));
      else if (piece.type === 'words_end') yield* this.#yieldSentences(this.#check.flush());
      else if (piece.type === 'filler') {
        this.#filler = script.text('agent_moment');
        yield `${this.#filler} `;
      } else isFailed = true;
    }
    if (stream.isAborted) return;
    const rest = this.#check.end().join(' ');
    this.#spoken += rest;
    if (rest !== '') yield rest;
    isFailed ||= this.#check.isRepeated && meaning.ends === undefined;
    const words = this.#spoken.trim();
    // A question expects an answer, so the call does not end.
    const mayContinue = meaning.ends === 'finished' || meaning.ends === 'visitor_wishes';
    if (mayContinue && words.endsWith('?')) meaning.ends = undefined;
    meaning.isFarewell = isFarewell(words);
    meaning.expectsShort = memory.topic(meaning.asks)?.short;
    if (meaning.ends !== undefined && !meaning.isFarewell)
      yield* this.#continueWithScript({ type: 'goodbye', why: 'finished' });
    else if (isFailed) yield* this.#continueWithScript(cue);
    else if (meaning.isFarewell) void extractAnswers();
  }

  async *#continueWithScript(cue: Cue): AsyncGenerator<string, void, undefined> {
    const { script, extractAnswers, extractBeforeScript } = this.#call;
    const hasWords = this.#spoken.trim() !== '';
    await this.stream.taken;
    if (cue.type !== 'goodbye') {
      if (hasWords) yield '… ';
      await extractBeforeScript();
    } else void extractAnswers();
    // Another reply has begun, which processes the visitor's turns.
    if (this.stream.isAborted) return;
    const scriptUtterance = script.line(cue);
    this.#continuation = scriptUtterance;
    const { ends = scriptUtterance.meaning.ends } = this.meaning;
    Object.assign(this.meaning, scriptUtterance.meaning, ends !== undefined && { ends });
    // If the model has begun its reply, the script does not thank as well.
    const leadSentences = hasWords && this.meaning.asks !== undefined ? [] : scriptUtterance.lead;
    for (const sentence of leadSentences) yield `${sentence} `;
    for await (const sentence of scriptUtterance.rest) yield `${sentence} `;
  }
}

/** Splits a heard text into as many words as each of these texts has, and the remaining words. */
function partsOf(heard: string, texts: readonly string[]): string[] {
  const words = heard.split(/\s+/);
  const parts = texts.map((text) =>
    words.splice(0, text.trim() === '' ? 0 : text.trim().split(/\s+/).length),
  );
  return [...parts, words].map((part) => part.join(' '));
}

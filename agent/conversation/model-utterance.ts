import type { LanguageModel } from '../models/language-model.ts';
import type { ClaimCheck } from '../language/claims/claims.ts';
import { within } from '../within.ts';
import { isFarewell } from '../language/farewell.ts';
import { languageOf } from '../language/language-of.ts';
import { asksSomething, asksToRepeat } from '../language/is-question.ts';
import { ReplyCheck } from './reply-check.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import type { Memory } from './memory.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { ScriptWording } from './script-wording.ts';
import { timing } from './timing.ts';
import type { Cue, Meaning, Utterance } from './wording.ts';

export interface ModelWordingOptions {
  model: LanguageModel;
  memory: Memory;
  script: ScriptWording;
  /** False once the budget of the call or the day is spent: the script speaks. */
  mayAsk?: () => boolean;
  onFirstToken?: (ms: number) => void;
  /** The model's heard words. */
  onSpoke?: (words: string) => void;
  /** Unsupported statements that were replaced in the heard part. */
  onReplaced?: (statements: readonly string[]) => void;
  slowAfterMs?: number;
}

/** The cues that the model answers. */
export type AskedCue = Exclude<Cue, { type: 'notice' | 'open' | 'goodbye' }>;

interface ModelUtteranceOptions extends ModelWordingOptions {
  cue: AskedCue;
  lead: readonly string[];
  stream: ReplyStream;
  meaning: Meaning;
  claims: ClaimCheck;
  read: () => Promise<boolean>;
  /** The model's words were heard. */
  onHeard: (hasCalledTools: boolean) => void;
}

/** A reply of the model; the script continues if the model has no words. */
export class ModelUtterance implements Utterance {
  readonly lead: readonly string[];
  readonly meaning: Meaning;
  readonly rest: AsyncIterable<string>;
  readonly #options: ModelUtteranceOptions;
  readonly #check: ReplyCheck;
  /** The model's words, as they are spoken. */
  #spoken = '';
  #hasFiller = false;
  /** The script's line after the model's words. */
  #continuation: Utterance | undefined;

  constructor(options: ModelUtteranceOptions) {
    this.#options = options;
    this.lead = options.lead;
    this.meaning = options.meaning;
    this.#check = this.#newCheck();
    this.rest = this.#words();
  }

  heard(text: string, isQuestionHeard: boolean): void {
    const { memory, script, stream, onSpoke, onReplaced, onHeard } = this.#options;
    const { calls } = stream;
    stream.abort();
    if (this.#check.replaced.length > 0) onReplaced?.(this.#check.replaced);
    const whole = this.#withoutFiller(text);
    const own =
      this.#continuation === undefined ? whole : beginning(whole, [...this.lead, this.#spoken].join(' '));
    memory.add('agent', own, calls.length > 0 ? calls : undefined);
    if (this.#continuation !== undefined) {
      this.#continuation.heard(whole.slice(own.length).replace(/^[…\s]+/u, ''), isQuestionHeard);
      return;
    }
    if (own === '') return;
    script.modelSpoke();
    memory.follow(own);
    onSpoke?.(own);
    if (isQuestionHeard) this.#asked(own);
    onHeard(calls.length > 0);
  }

  /** Removes the filler, which the model would imitate. */
  #withoutFiller(text: string): string {
    if (!this.#hasFiller) return text;
    const lead = this.lead.join(' ');
    const filled = [...this.lead, this.#filler].join(' ');
    return text.startsWith(filled)
      ? `${lead}${text.slice(filled.length)}`.trim()
      : text.slice(0, lead.length);
  }

  #asked(own: string): void {
    const { memory, cue } = this.#options;
    // A question that confirms a known answer does not ask its topic.
    const asks = memory.open.find(({ id }) => id === this.meaning.asks)?.id;
    if (asks === undefined && (cue.type === 'ask_again' || cue.type === 'welcome_back')) return;
    memory.question = asks !== undefined || asksSomething(own) ? { topic: asks } : undefined;
  }

  get #filler(): string {
    return this.#options.script.text('agent_moment');
  }

  #newCheck(): ReplyCheck {
    const { claims, memory, cue } = this.#options;
    const visitor = memory.said('visitor');
    const said = memory.said('agent');
    const last = said.at(-1) ?? '';
    const isAnswer = cue.type === 'reply' && !asksToRepeat(cue.text ?? '') && !isFarewell(last);
    const language = (text: string) => languageOf(text) ?? memory.language;
    const { answers, phone = '', callBack = '', handOverReason = '' } = memory;
    const heard = {
      visitor: cue.type === 'reply' ? [...visitor, cue.text ?? ''] : visitor,
      known: [...answers.values(), phone, callBack, handOverReason].filter(Boolean),
      now: new Date(),
    };
    return new ReplyCheck({
      replacementFor: (sentence) => {
        const claim = claims.find(sentence, heard);
        if (claim === undefined) return undefined;
        const truth = claim === 'human' ? 'agent_is_ai' : 'agent_confirm';
        return textOf(truth, memory.plan, language(sentence));
      },
      language,
      previous: isAnswer ? said : [],
    });
  }

  /** Passes sentences on, each with a trailing space that ends it for the voice. */
  *#pass(sentences: readonly string[]): Generator<string, void, undefined> {
    for (const sentence of sentences) {
      this.#spoken += `${sentence} `;
      yield `${sentence} `;
    }
  }

  async *#words(): AsyncGenerator<string, void, undefined> {
    const { meaning } = this;
    const { stream, memory, cue, read } = this.#options;
    let isFailed = false;
    for await (const piece of stream) {
      if (piece.type === 'words') yield* this.#pass(this.#check.push(piece.words));
      else if (piece.type === 'whole') yield* this.#pass(this.#check.pause());
      else if (piece.type === 'filler') {
        this.#hasFiller = true;
        yield `${this.#filler} `;
      } else isFailed = true;
    }
    const rest = this.#check.end().join(' ');
    this.#spoken += rest;
    if (rest !== '') yield rest;
    isFailed ||= this.#check.isRepeated && meaning.ends === undefined;
    const words = this.#spoken.trim();
    // A question expects an answer, so the call does not end.
    const mayGoOn = meaning.ends === 'finished' || meaning.ends === 'visitor_wishes';
    if (mayGoOn && words.endsWith('?')) meaning.ends = undefined;
    meaning.isFarewell = isFarewell(words);
    meaning.expectsShort = memory.topic(meaning.asks)?.short;
    if (meaning.ends !== undefined && !meaning.isFarewell)
      yield* this.#script({ type: 'goodbye', why: 'finished' });
    else if (isFailed) yield* this.#script(cue);
    else if (meaning.isFarewell) void read();
  }

  async *#script(cue: Cue): AsyncGenerator<string, void, undefined> {
    const { memory, script, stream, read } = this.#options;
    const hasWords = this.#spoken.trim() !== '';
    await stream.taken;
    if (cue.type !== 'goodbye') {
      if (hasWords) yield '… ';
      const isUnclear = memory.question?.topic === undefined || memory.unread > 1;
      if (isUnclear) await within(read(), timing.readingMs);
    } else void read();
    const behind = script.line(cue);
    this.#continuation = behind;
    const { ends = behind.meaning.ends } = this.meaning;
    Object.assign(this.meaning, behind.meaning, ends !== undefined && { ends });
    // The beginning of the model's reply replaces the thanks.
    const pieces = hasWords && this.meaning.asks !== undefined ? [] : behind.lead;
    for (const sentence of pieces) yield `${sentence} `;
    for await (const sentence of behind.rest) yield `${sentence} `;
  }
}

/** Returns the beginning of a text with as many letters as these words. */
function beginning(text: string, words: string): string {
  let left = words.replaceAll(/\s/gu, '').length;
  let at = 0;
  for (; at < text.length && left > 0; at++) if (!/\s/u.test(text[at] ?? '')) left--;
  return text.slice(0, at);
}

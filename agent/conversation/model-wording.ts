import { llm } from '@livekit/agents';
import type { Language } from '../../lib/i18n/language.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';
import { ClaimCheck } from '../language/claims/claims.ts';
import { extractAnswers } from './extract-answers.ts';
import {
  type ModelCue,
  type ModelCall,
  ModelUtterance,
  type ModelWordingOptions,
} from './model-utterance.ts';
import { within } from '../within.ts';
import { ReplyStream } from './reply-stream.ts';
import { timing } from './timing.ts';
import { interviewTools } from './tools.ts';
import type { Cue, Meaning, ReplyCue, Utterance, Wording } from './wording.ts';

/** Notes of the "telephone system", which end the history of one request and are not stored. */
const cueLines: Record<Exclude<ModelCue['type'], 'reply'>, string> = {
  ask_again:
    '[The visitor is silent. If you said goodbye, call end_call. Otherwise repeat your last question in other and fewer words. Ask for nothing that was answered.]',
  move_on:
    '[The visitor is still silent. Say in a few words that you go on, and ask for what is still open, in one short sentence. Ask for nothing that was answered.]',
  welcome_back:
    '[The connection was lost and is back. Say so in a few words, then repeat your last question. If the visitor had answered it, go on from there. Ask for nothing that was answered.]',
};

/** The wording with a language model. If the model has no words, the script continues from the same memory. */
export class ModelWording implements Wording {
  readonly #call: ModelCall;
  readonly #firstLanguage: Language;
  readonly #beganAt = new Date();
  readonly #closed = new AbortController();
  #prepared: ModelUtterance | undefined;
  /** The last extraction; false if it failed. */
  #extraction = Promise.resolve(true);
  /** False from a failed or late extraction until the model speaks again. While false, the script takes clear answers by itself. */
  #mayWaitForExtraction = true;
  /** False for a model that has no tools, or ignores them. */
  #hasCalledTools = false;

  constructor(options: ModelWordingOptions) {
    this.#call = {
      ...options,
      claims: new ClaimCheck(options.memory.plan),
      extractAnswers: () => this.#extractAnswers('all'),
      extractBeforeScript: () => this.#extractBeforeScript(),
      onHeard: (hasCalledTools) => {
        this.#mayWaitForExtraction = true;
        this.#hasCalledTools ||= hasCalledTools;
        if (!this.#hasCalledTools) void this.#extractAnswers('all');
      },
    };
    this.#firstLanguage = options.memory.language;
  }

  say(cue: Cue): Utterance {
    const { script, memory, hasBudget } = this.#call;
    if (cue.type === 'notice' || cue.type === 'open' || cue.type === 'goodbye') {
      if (cue.type === 'goodbye') void this.#extractAnswers('all');
      return script.say(cue);
    }
    if ((cue.type === 'reply' && cue.text === undefined) || hasBudget?.() === false) {
      this.#dropPrepared();
      return script.say(cue);
    }
    const utterance = this.#prepareReply(cue);
    this.#prepared = undefined;
    if (cue.type === 'reply') memory.add('visitor', cue.text ?? '');
    utterance.stream.take();
    return utterance;
  }

  prepare(cue: ReplyCue): Utterance | undefined {
    if (cue.text === undefined || this.#call.hasBudget?.() === false) return undefined;
    return this.#prepareReply(cue);
  }

  async close(): Promise<void> {
    this.#dropPrepared();
    await this.#extraction;
    this.#closed.abort();
    await this.#call.model.untilReported();
  }

  #prepareReply(cue: ModelCue): ModelUtterance {
    if (this.#prepared === undefined || !isSame(this.#prepared.cue, cue)) {
      this.#dropPrepared();
      this.#prepared = this.#startReply(cue);
    }
    return this.#prepared;
  }

  #dropPrepared(): void {
    this.#prepared?.stream.abort();
    this.#prepared = undefined;
  }

  /** Waits for the running extraction, because that one may not have read the last turn. */
  #extractAnswers(scope: 'all' | 'unasked'): Promise<boolean> {
    const { memory, model, hasBudget } = this.#call;
    if (hasBudget?.() === false) return Promise.resolve(false);
    this.#extraction = this.#extraction.then(() => extractAnswers(memory, model, this.#closed.signal, scope));
    return this.#extraction;
  }

  async #extractBeforeScript(): Promise<void> {
    const { question, unprocessedTurns } = this.#call.memory;
    const isUnclear = unprocessedTurns > 0 && (question?.topic === undefined || unprocessedTurns > 1);
    if (!isUnclear && !this.#mayWaitForExtraction) return;
    const extraction = this.#extractAnswers(isUnclear ? 'all' : 'unasked');
    this.#mayWaitForExtraction = (await within(extraction, timing.extractionWaitMs)) === true;
  }

  #startReply(cue: ModelCue): ModelUtterance {
    const { model, memory, onFirstToken = () => {} } = this.#call;
    const meaning: Meaning = { by: 'model' };
    const hasSpoken = () => stream.words.trim() !== '';
    const tools = interviewTools({
      memory,
      hasSpoken,
      onAsks: (topic) => (meaning.asks = topic),
      onEnd: (reason) => (meaning.ends = reason),
    });
    const stream = new ReplyStream({
      model,
      history: this.#historyFor(cue),
      tools: new llm.ToolContext(tools),
      fillerAfterMs: this.#fillerAfterMs(cue),
      onFirstToken,
      hasEnded: () => meaning.ends !== undefined,
    });
    return new ModelUtterance(cue, stream, meaning, this.#call);
  }

  #fillerAfterMs(cue: ModelCue): number {
    const limitMs = this.#call.fillerAfterMs ?? timing.fillerAfterMs;
    const spokenUntilMs = cue.type === 'reply' ? cue.spokenUntilMs : undefined;
    const waitedMs = spokenUntilMs === undefined ? 0 : Date.now() - spokenUntilMs;
    return Math.max(Math.min(timing.fillerMinMs, limitMs), limitMs - waitedMs);
  }

  #historyFor(cue: ModelCue): llm.ChatItem[] {
    const { memory } = this.#call;
    const system = instructions(memory, this.#firstLanguage, this.#beganAt);
    const message = (role: 'system' | 'user' | 'assistant', content: string) =>
      llm.ChatMessage.create({ role, content });
    const lastMessage = cue.type === 'reply' ? (cue.text ?? '') : cueLines[cue.type];
    return [
      message('system', system),
      ...memory.transcript.flatMap(({ speaker, text, toolCalls = [] }) => [
        ...(text === '' ? [] : [message(speaker === 'agent' ? 'assistant' : 'user', text)]),
        ...toolCalls,
      ]),
      message('user', lastMessage),
    ];
  }
}

function isSame(a: ModelCue, b: ModelCue): boolean {
  if (a.type !== 'reply' || b.type !== 'reply') return false;
  return a.text === b.text && a.continues === b.continues;
}

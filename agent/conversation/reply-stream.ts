import { llm } from '@livekit/agents';
import type { ToolCall } from '../../lib/server/language-models/chat-stream.ts';
import type { LanguageModel, ModelReply } from '../models/language-model.ts';
import { SpeechFilter } from '../language/speech-filter.ts';
import { within } from '../within.ts';

/** Maximum requests for one utterance. Another one follows only after tool calls. */
const maxRequests = 4;

export type Piece =
  | { type: 'filler' }
  | { type: 'words'; words: string }
  /** The end of one request's words. More may follow after its tools. */
  | { type: 'words_end' }
  /** No model answered, the reply broke off, or it has no words. */
  | { type: 'failed' };

export interface ReplyStreamOptions {
  model: LanguageModel;
  /** The conversation so far. */
  history: llm.ChatItem[];
  tools: llm.ToolContext;
  /** A filler is due after this wait for the first word. */
  fillerAfterMs: number;
  onFirstToken: (ms: number) => void;
  /** True once the tools have ended the call: no further request is made. */
  hasEnded: () => boolean;
}

/** A model's reply with its tool loop. A speculative reply delays its filler and tools until `take` is called. */
export class ReplyStream implements AsyncIterable<Piece> {
  readonly #options: ReplyStreamOptions;
  readonly #abort = new AbortController();
  readonly #taken = Promise.withResolvers<void>();
  /** Tool calls and their outputs. */
  readonly calls: llm.ChatItem[] = [];
  #words = '';

  constructor(options: ReplyStreamOptions) {
    this.#options = options;
  }

  /** The model's words so far. */
  get words(): string {
    return this.#words;
  }

  get taken(): Promise<void> {
    return this.#taken.promise;
  }

  get isAborted(): boolean {
    return this.#abort.signal.aborted;
  }

  take(): void {
    this.#taken.resolve();
  }

  abort(): void {
    this.#abort.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece, void, undefined> {
    const { model, history, tools, hasEnded } = this.#options;
    const { signal } = this.#abort;
    for (let request = 0; request < maxRequests; request++) {
      const spoken = this.#words.trim();
      const spokenMessages =
        spoken === '' ? [] : [llm.ChatMessage.create({ role: 'assistant', content: spoken })];
      const chatCtx = new llm.ChatContext([...history, ...spokenMessages, ...this.calls]);
      const pieces = model.reply({ chatCtx, tools, signal });
      const calls = yield* this.#pass(pieces, request === 0);
      if (signal.aborted) return;
      if (calls === undefined) {
        yield { type: 'failed' };
        return;
      }
      if (calls.length === 0) break;
      yield { type: 'words_end' };
      await this.#taken.promise;
      const isFinished = await this.#executeTools(calls, tools);
      if (isFinished || hasEnded() || signal.aborted) return;
    }
    if (this.#words.trim() === '') yield { type: 'failed' };
  }

  /** Passes on the words of one request; returns its tool calls, or undefined if it broke off. */
  async *#pass(
    pieces: ModelReply,
    isFirst: boolean,
  ): AsyncGenerator<Piece, readonly ToolCall[] | undefined, undefined> {
    const requestedAtMs = performance.now();
    const filter = new SpeechFilter();
    let isFirstPiece = isFirst;
    let isComplete = false;
    try {
      let nextPiece = pieces.next();
      if (isFirst && (await this.#isLate(nextPiece))) yield { type: 'filler' };
      for (let result = await nextPiece; result.done !== true; result = await nextPiece) {
        if (this.#abort.signal.aborted) return undefined;
        if (isFirstPiece) this.#options.onFirstToken(performance.now() - requestedAtMs);
        isFirstPiece = false;
        const words = result.value.type === 'end' ? filter.end() : filter.pass(result.value.words);
        this.#words += words;
        if (words !== '') yield { type: 'words', words };
        if (result.value.type === 'end') {
          isComplete = true;
          // The token count may follow.
          void Array.fromAsync(pieces);
          return result.value.calls;
        }
        nextPiece = pieces.next();
      }
      return undefined;
    } finally {
      if (!isComplete) void pieces.return(undefined);
    }
  }

  /** True if a filler is due before the first piece. A speculative reply has no filler before it is taken. */
  async #isLate(first: Promise<unknown>): Promise<boolean> {
    if ((await within(first, this.#options.fillerAfterMs)) !== undefined) return false;
    const isLate = await Promise.race([this.#taken.promise.then(() => true), first.then(() => false)]);
    return isLate && !this.#abort.signal.aborted;
  }

  /** Runs the tools. Returns true if none has a result for the model, so no further request is needed. */
  async #executeTools(calls: readonly ToolCall[], tools: llm.ToolContext): Promise<boolean> {
    let isFinished = true;
    const outputs: llm.ChatItem[] = [];
    for (const { id, name, args, extra } of calls) {
      const call = llm.FunctionCall.create({ callId: id, name, args, extra });
      const { output, isError } = await llm.executeToolCall(call, tools);
      const hasResult = isError || typeof output === 'string';
      isFinished &&= !hasResult;
      this.calls.push(call);
      const text = hasResult ? output : 'Done.';
      outputs.push(llm.FunctionCallOutput.create({ callId: id, name, output: text, isError }));
    }
    this.calls.push(...outputs);
    return isFinished;
  }
}

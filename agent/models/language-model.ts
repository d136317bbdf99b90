import type { llm } from '@livekit/agents';
import type { Failure } from '../../lib/contracts/vendor-failures.ts';
import {
  type ReplyPiece,
  type TokenUsage,
  firstTokenLimitMs,
  streamChat,
} from '../../lib/server/language-models/chat-stream.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { vendorFailureOf } from '../../lib/server/platform/vendor-failure.ts';
import { within } from '../within.ts';
import { WholeWords, charsOf, requestMessages, toolsOf } from './chat-format.ts';
import { healthyFirst, markUnhealthy } from './vendor-health.ts';

export interface ModelLimits {
  /** After this time without a first word, the next vendor gets the request. */
  firstTokenMs: number;
  /** A reply that stalls for this long has broken off. */
  stallMs: number;
  maxChars: number;
}

const defaultLimits = { stallMs: 3_000, maxChars: 1_500 };
/** A reply without a letter or digit, such as dots or a smile, is no answer. */
const hasWord = /[\p{L}\p{N}]/u;
/** The wait for a vendor's token count after the reply's end. */
const usageWithinMs = 300;

/** Tokens and cost of one request. */
export interface ModelUse {
  model: string;
  promptTokens: number;
  completionTokens: number;
  costUsd?: number;
}

export interface ModelRequest {
  chatCtx: llm.ChatContext;
  tools?: llm.ToolContext;
  signal: AbortSignal;
  /** The longest answer; by default that of a spoken reply. */
  maxChars?: number;
}

type ReplyEnd = Extract<ReplyPiece, { type: 'end' }>;
type ReplyPart = Extract<ReplyPiece, { type: 'words' }> | ReplyEnd;

/** A reply in pieces. The last piece of a complete reply is `end`; without it the reply broke off. */
export type ModelReply = AsyncGenerator<ReplyPart, void, undefined>;

/** Estimates the tokens of a request whose vendor sent no token count. */
const charsPerToken = 3;

/** The vendor's name and what is wrong with it. */
type OnFailure = (vendor: string, failure: Failure) => void;

/**
 * A list of vendors as one language model. If one fails, hangs or answers nothing, the next continues. If all fail, the reply has
 * the words so far.
 */
export class LanguageModel {
  readonly #limits: ModelLimits;
  readonly #vendors: readonly ModelVendor[];
  readonly #onUse: (use: ModelUse) => void;
  readonly #onFailure: OnFailure;
  readonly #runningReplies = new Set<Promise<void>>();

  constructor(
    vendors: readonly ModelVendor[],
    limits: Partial<ModelLimits> = {},
    onUse: (use: ModelUse) => void = () => {},
    onFailure: OnFailure = () => {},
  ) {
    this.#limits = { firstTokenMs: firstTokenLimitMs(vendors.length), ...defaultLimits, ...limits };
    this.#vendors = vendors;
    this.#onUse = onUse;
    this.#onFailure = onFailure;
  }

  /** The same vendors for one call, which receives the cost and the failures of its requests. */
  forCall(onUse: (use: ModelUse) => void, onFailure?: OnFailure): LanguageModel {
    return new LanguageModel(this.#vendors, this.#limits, onUse, onFailure);
  }

  get name(): string {
    return this.#vendors[0]?.model ?? 'none';
  }

  /** Resolves once the cost of all requests so far is reported. */
  async untilReported(): Promise<void> {
    await Promise.all(this.#runningReplies);
  }

  async *reply(request: ModelRequest): ModelReply {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#runningReplies.add(promise);
    try {
      yield* this.#replyFromVendors(request);
    } finally {
      this.#runningReplies.delete(promise);
      resolve();
    }
  }

  async *#replyFromVendors(request: ModelRequest): ModelReply {
    const words = new WholeWords();
    for (const vendor of healthyFirst(this.#vendors)) {
      const failure = yield* this.#askVendor(vendor, request, words);
      if (failure === undefined || request.signal.aborted) return;
      markUnhealthy(vendor);
      this.#onFailure(vendor.model, failure);
      log.warn('model_failed_over', { model: vendor.model, begun: words.passedWords !== '', ...failure });
    }
    const remainder = words.release();
    if (remainder !== '') yield { type: 'words', words: remainder };
  }

  /** Resolves to the words of a reply, also of one that broke off. */
  async text(request: ModelRequest): Promise<string> {
    let text = '';
    for await (const piece of this.reply(request)) if (piece.type === 'words') text += piece.words;
    return text.trim();
  }

  /** Passes a vendor's reply on. Returns why it did not complete; undefined if it did. */
  async *#askVendor(
    vendor: ModelVendor,
    { chatCtx, tools, signal, maxChars = this.#limits.maxChars }: ModelRequest,
    wholeWords: WholeWords,
  ): AsyncGenerator<ReplyPart, Failure | undefined, undefined> {
    const { firstTokenMs, stallMs } = this.#limits;
    const firstTokenByMs = Date.now() + firstTokenMs;
    const closing = new AbortController();
    const body = { messages: await requestMessages(chatCtx, wholeWords.passedWords), tools: toolsOf(tools) };
    const pieces = streamChat(vendor, body, AbortSignal.any([signal, closing.signal]));
    let charCount = 0;
    let hasBegun = false;
    /** A model may need seconds for a tool call. */
    let isCalling = false;
    let end: ReplyEnd | undefined;
    let usage: TokenUsage | undefined;
    let failure: Failure = { kind: 'empty' };
    try {
      for (;;) {
        const limitMs: number = hasBegun || isCalling ? stallMs : Math.max(0, firstTokenByMs - Date.now());
        const result: IteratorResult<ReplyPiece, void> | undefined = await within(
          pieces.next(),
          end === undefined ? limitMs : usageWithinMs,
        );
        if (result === undefined) failure = { kind: 'timeout' };
        if (result === undefined || result.done === true) break;
        const value: ReplyPiece = result.value;
        if (value.type === 'usage') usage = value.usage;
        else if (value.type === 'calling') isCalling = true;
        else if (value.type === 'end') {
          if (!hasBegun && value.calls.length === 0) continue;
          end = value;
          yield* endReply(wholeWords, end);
        } else {
          charCount += value.words.length;
          const isFirst = !hasBegun;
          hasBegun ||= hasWord.test(value.words);
          const words = hasBegun ? wholeWords.pass(value.words, isFirst) : '';
          if (words !== '') yield { type: 'words', words };
        }
        if (charCount < maxChars || end !== undefined) continue;
        end = { type: 'end', calls: [] };
        yield* endReply(wholeWords, end);
        break;
      }
    } catch (cause) {
      failure = vendorFailureOf(cause);
    } finally {
      closing.abort();
      const mustReportUse = charCount > 0 || usage !== undefined || signal.aborted || end !== undefined;
      if (mustReportUse) this.#reportUse(vendor, usage, charsOf(chatCtx), charCount);
    }
    if (end !== undefined) return undefined;
    return hasBegun ? { ...failure, kind: 'broken_off' } : failure;
  }

  #reportUse(
    { model, priceIn, priceOut }: ModelVendor,
    usage: TokenUsage | undefined,
    charsIn: number,
    charsOut: number,
  ): void {
    const { promptTokens, completionTokens } = usage ?? {
      promptTokens: Math.ceil(charsIn / charsPerToken),
      completionTokens: Math.ceil(charsOut / charsPerToken),
    };
    const costUsd =
      priceIn === undefined || priceOut === undefined
        ? undefined
        : (promptTokens * priceIn + completionTokens * priceOut) / 1e6;
    this.#onUse({ model, promptTokens, completionTokens, costUsd });
  }
}

function* endReply(wholeWords: WholeWords, end: ReplyEnd): Generator<ReplyPart> {
  const remainder = wholeWords.release();
  if (remainder !== '') yield { type: 'words', words: remainder };
  yield end;
}

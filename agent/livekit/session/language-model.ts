import { llm } from '@livekit/agents';
import {
  type ReplyPiece,
  type TokenUsage,
  firstTokenLimitMs,
  streamChat,
} from '../../../lib/server/platform/chat-stream.ts';
import type { ModelVendor } from '../../../lib/server/platform/model-request.ts';
import { log } from '../../../lib/server/platform/log.ts';
import { failureOf } from '../../../lib/server/platform/vendor-failure.ts';
import type { Failure } from '../../../lib/contracts/vendor-failures.ts';
import { rest, restedFirst } from '../vendor-rest.ts';
import { wholeReply } from './guarded-reply.ts';

export interface ModelLimits {
  /** Without a first word by then, the next vendor is asked. */
  firstTokenMs: number;
  /** A reply that stalls for this long has broken off. */
  stallMs: number;
  maxChars: number;
}

const defaultLimits = { stallMs: 3_000, maxChars: 1_500 };
/** The wait for a vendor's token count after the reply's end. */
const usageWithinMs = 300;

/** Tokens and cost of one request. */
export interface ModelUse {
  model: string;
  promptTokens: number;
  completionTokens: number;
  costUsd?: number;
}

const goOn =
  'Your last message broke off in the middle, and the visitor has heard it. Write only the words that follow it: do not begin it again, and do not greet.';

/** For an estimate where a request ended before the vendor sent its token count. */
const lettersPerToken = 3;

/** The vendor's name and what is wrong with it. */
type OnFailure = (vendor: string, failure: Failure) => void;

type ChatOptions = Parameters<llm.LLM['chat']>[0];

/**
 * One model object for all calls over a list of vendors: one that fails, hangs or answers without a word is left for the next, which also
 * goes on with a reply that broke off.
 * In place of llm.FallbackAdapter, which takes an empty answer for an answer, asks a failed vendor a second time in the background
 * and lets the session close after three failures. Here a reply for which nobody had words is an empty one, without an error.
 */
export class FallbackModel extends llm.LLM {
  readonly limits: ModelLimits;
  readonly onUse: (use: ModelUse) => void;
  readonly onFailure: OnFailure;
  readonly vendors: readonly ModelVendor[];
  /** False for a model that has no tools, or ignores them. */
  hasCalledTools = false;

  constructor(
    vendors: readonly ModelVendor[],
    limits: Partial<ModelLimits> = {},
    onUse: (use: ModelUse) => void = () => {},
    onFailure: OnFailure = () => {},
  ) {
    super();
    this.limits = { firstTokenMs: firstTokenLimitMs(vendors.length), ...defaultLimits, ...limits };
    this.onUse = onUse;
    this.onFailure = onFailure;
    this.vendors = vendors;
    // Node throws an 'error' event without a listener.
    this.on('error', () => {});
  }

  /** The same vendors for one call, which receives the cost and the failures of its requests. */
  forCall(onUse: (use: ModelUse) => void, onFailure?: OnFailure): FallbackModel {
    return new FallbackModel(this.vendors, this.limits, onUse, onFailure);
  }

  override label(): string {
    return 'ovoz.FallbackModel';
  }

  override get model(): string {
    return this.vendors[0]?.model ?? 'none';
  }

  override chat(options: ChatOptions): llm.LLMStream {
    return new FallbackStream(this, options);
  }
}

class FallbackStream extends llm.LLMStream {
  readonly #chain: FallbackModel;
  readonly #options: ChatOptions;
  /** The words that were passed on; they end between two words. */
  #said = '';
  /** The word that may not be whole yet: what follows a reply that breaks off begins with a new one. */
  #held = '';

  constructor(chain: FallbackModel, options: ChatOptions) {
    const connOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: chain.limits.firstTokenMs };
    super(chain, { chatCtx: options.chatCtx, toolCtx: options.toolCtx, connOptions });
    this.#chain = chain;
    this.#options = options;
  }

  protected override async run(): Promise<void> {
    for (const vendor of restedFirst(this.#chain.vendors)) {
      const failure = await this.#ask(vendor);
      if (failure === undefined || this.abortController.signal.aborted) return;
      rest(vendor);
      this.#chain.onFailure(vendor.model, failure);
      log.warn('model_left_for_next', { model: vendor.model, begun: this.#said !== '', ...failure });
    }
    this.#release();
  }

  async #messages(): Promise<unknown[]> {
    const chatCtx = this.#options.chatCtx.copy();
    if (this.#said !== '') {
      chatCtx.addMessage({ role: 'assistant', content: this.#said.trimEnd() });
      chatCtx.addMessage({ role: 'system', content: goOn });
    }
    const messages: unknown = await chatCtx.toProviderFormat('openai');
    return Array.isArray(messages) ? messages : [];
  }

  #put(chunk: Omit<llm.ChatChunk, 'id'>): void {
    if (!this.queue.closed) this.queue.put({ id: '', ...chunk });
  }

  #say(words: string): void {
    if (words === '') return;
    this.#said += words;
    this.#put({ delta: { role: 'assistant', content: words } });
  }

  #release(): void {
    this.#say(this.#held);
    this.#held = '';
  }

  /** Passes a piece of a reply on as far as its words are whole. */
  #pass(words: string, isFirst: boolean): void {
    if (isFirst) this.#held = '';
    this.#held += isFirst && this.#said !== '' ? words.trimStart() : words;
    const whole = /^.*\s/su.exec(this.#held)?.[0] ?? '';
    this.#held = this.#held.slice(whole.length);
    this.#say(whole);
  }

  #end(calls: Extract<ReplyPiece, { type: 'end' }>['calls']): void {
    this.#release();
    const toolCalls = calls.map(({ id, name, args, extra }) =>
      llm.FunctionCall.create({ callId: id, name, args, extra }),
    );
    this.#put(wholeReply(toolCalls));
  }

  /** Passes a vendor's reply on; returns what kept it from its end. */
  async #ask(vendor: ModelVendor): Promise<Failure | undefined> {
    const { firstTokenMs: firstWithinMs, stallMs, maxChars } = this.#chain.limits;
    const firstByMs = Date.now() + firstWithinMs;
    const left = new AbortController();
    const signal = AbortSignal.any([this.abortController.signal, left.signal]);
    const body = { messages: await this.#messages(), tools: toolsOf(this.toolCtx) };
    const pieces = streamChat(vendor, body, signal);
    let words = '';
    let isWhole = false;
    let usage: TokenUsage | undefined;
    let failure: Failure = { kind: 'empty' };
    try {
      for (;;) {
        const hasBegun = words.trim() !== '';
        const waitMs: number = isWhole
          ? usageWithinMs
          : hasBegun
            ? stallMs
            : Math.max(0, firstByMs - Date.now());
        const read: IteratorResult<ReplyPiece, void> | undefined = await within(pieces.next(), waitMs);
        if (read === undefined) failure = { kind: 'timeout' };
        if (read === undefined || read.done === true) break;
        const value: ReplyPiece = read.value;
        if (value.type === 'usage') usage = value.usage;
        else if (value.type === 'end') {
          isWhole = hasBegun || value.calls.length > 0;
          this.#chain.hasCalledTools ||= value.calls.length > 0;
          if (isWhole) this.#end(value.calls);
        } else {
          words += value.words;
          if (words.trim() !== '') this.#pass(value.words, !hasBegun);
        }
        if (words.length < maxChars || isWhole) continue;
        isWhole = true;
        this.#end([]);
        break;
      }
    } catch (cause) {
      failure = failureOf(cause);
    } finally {
      left.abort();
      const isAsked = words !== '' || usage !== undefined || this.abortController.signal.aborted;
      if (isAsked || isWhole) this.#reportUse(vendor, usage, words.length);
    }
    if (isWhole) return undefined;
    return words.trim() === '' ? failure : { ...failure, kind: 'broken_off' };
  }

  #reportUse(
    { model, priceIn, priceOut }: ModelVendor,
    usage: Pick<TokenUsage, 'promptTokens' | 'completionTokens'> | undefined,
    chars: number,
  ): void {
    const { promptTokens, completionTokens } = usage ?? {
      promptTokens: Math.ceil(lettersOf(this.#options.chatCtx) / lettersPerToken),
      completionTokens: Math.ceil(chars / lettersPerToken),
    };
    const costUsd =
      priceIn === undefined || priceOut === undefined
        ? undefined
        : (promptTokens * priceIn + completionTokens * priceOut) / 1e6;
    this.#chain.onUse({ model, promptTokens, completionTokens, costUsd });
  }
}

function lettersOf({ items }: llm.ChatContext): number {
  return items.reduce(
    (sum, item) => sum + (item.type === 'message' ? (item.textContent?.length ?? 0) : 0),
    0,
  );
}

/** Omits what no server needs: an empty list is an error for some. */
function toolsOf(context: llm.ToolContext | undefined): unknown[] | undefined {
  const tools = context === undefined ? [] : llm.sortedToolEntries(context);
  if (tools.length === 0) return undefined;
  return tools.map(([name, { description, parameters }]) => {
    const schema = { ...llm.toJsonSchema(parameters, true, false), $schema: undefined };
    return { type: 'function', function: { name, description, parameters: schema } };
  });
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

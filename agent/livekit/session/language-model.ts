import { llm } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import type { ModelVendor } from '../../../lib/server/platform/language-model.ts';
import { log } from '../../../lib/server/platform/log.ts';
import { rest, restedFirst } from '../vendor-rest.ts';
import { ReplyEnd, sentenceEnd } from './guarded-reply.ts';

export interface ModelLimits {
  /** A vendor without a first word by then is left for the next one. */
  firstTokenMs: number;
  /** A reply that stalls for this long is over. */
  stallMs: number;
  maxChars: number;
}

const defaultLimits: ModelLimits = { firstTokenMs: 2_500, stallMs: 3_000, maxChars: 1_500 };

interface Member extends Pick<ModelVendor, 'priceIn' | 'priceOut'> {
  name: string;
  model: llm.LLM;
}

/** Tokens and cost of one request. */
export interface ModelUse {
  model: string;
  promptTokens: number;
  completionTokens: number;
  costUsd?: number;
}

/** For the vendor that goes on with a reply which broke off. */
const goOn =
  'Your last message broke off in the middle, and the visitor has heard it. Write only the words that follow it: do not begin it again, and do not greet.';

/** For an estimate where a request was broken off before the vendor told its tokens. */
const lettersPerToken = 3;

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
  readonly members: readonly Member[];

  constructor(
    vendors: readonly ModelVendor[] | FallbackModel,
    limits: Partial<ModelLimits> = {},
    onUse: (use: ModelUse) => void = () => {},
  ) {
    super();
    this.limits = { ...defaultLimits, ...limits };
    this.onUse = onUse;
    this.on('error', () => {});
    if (vendors instanceof FallbackModel) {
      this.members = vendors.members;
      return;
    }
    this.members = vendors.map(({ model, baseUrl, apiKey = 'none', priceIn, priceOut }) => {
      const made = new openai.LLM({ model, apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) });
      // An 'error' that nobody listens for would be thrown in whatever call is on.
      made.on('error', ({ error }) => log.warn('model_failed', { model }, error));
      return { name: model, model: made, priceIn, priceOut };
    });
  }

  /** The same vendors for one call, which is told what its requests took. */
  forCall(onUse: (use: ModelUse) => void): FallbackModel {
    return new FallbackModel(this, this.limits, onUse);
  }

  override label(): string {
    return 'ovoz.FallbackModel';
  }

  override get model(): string {
    return this.members[0]?.name ?? 'none';
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
    for (const member of restedFirst(this.#chain.members)) {
      if (this.abortController.signal.aborted) return;
      const isWhole = await this.#ask(member);
      if (this.abortController.signal.aborted) return;
      if (isWhole) break;
      rest(member);
      log.warn('model_left_for_next', { model: member.name, begun: this.#said !== '' });
    }
    this.#release();
  }

  #chatCtx(): llm.ChatContext {
    const { chatCtx } = this.#options;
    if (this.#said === '') return chatCtx;
    const copy = chatCtx.copy();
    copy.addMessage({ role: 'assistant', content: this.#said.trimEnd() });
    copy.addMessage({ role: 'system', content: goOn });
    return copy;
  }

  #put(chunk: llm.ChatChunk): void {
    if (!this.queue.closed) this.queue.put(chunk);
  }

  #release(id = ''): void {
    if (this.#held !== '') this.#put({ id, delta: { role: 'assistant', content: this.#held } });
    this.#held = '';
  }

  /** Passes a piece of a reply on as far as its words are whole. */
  #pass(chunk: llm.ChatChunk, isFirst: boolean): void {
    const { id, delta } = chunk;
    const content = delta?.content ?? '';
    if (isFirst) this.#held = '';
    this.#held += isFirst && this.#said !== '' ? content.trimStart() : content;
    if (delta?.toolCalls?.length) this.#release(id);
    const words = /^.*\s/su.exec(this.#held)?.[0] ?? '';
    this.#held = this.#held.slice(words.length);
    this.#said += words;
    if (words !== '' || content === '')
      this.#put(delta ? { ...chunk, delta: { ...delta, content: words } } : chunk);
  }

  /** Passes a vendor's reply on; gives whether it came to its end. */
  async #ask(member: Member): Promise<boolean> {
    const { model } = member;
    const { firstTokenMs, stallMs, maxChars } = this.#chain.limits;
    const chatCtx = this.#chatCtx();
    const stream: llm.LLMStream = model.chat({ ...this.#options, chatCtx, connOptions: this.connOptions });
    const close = () => stream.close();
    this.abortController.signal.addEventListener('abort', close);
    let answered = false;
    let chars = 0;
    let usage: llm.CompletionUsage | undefined;
    const end = new ReplyEnd();
    try {
      const firstByMs = Date.now() + firstTokenMs;
      while (chars < maxChars) {
        const withinMs: number = answered ? stallMs : Math.max(0, firstByMs - Date.now());
        const read: IteratorResult<llm.ChatChunk> | undefined = await within(stream.next(), withinMs);
        if (read === undefined || read.done === true) break;
        const { value } = read;
        const isFirst: boolean = !answered && hasWords(value);
        answered ||= isFirst;
        usage = value.usage ?? usage;
        end.take(value);
        chars += value.delta?.content?.length ?? 0;
        if (answered || value.usage) this.#pass(value, isFirst);
      }
      const isEnded = end.isTold || chars >= maxChars;
      return answered && (isEnded || sentenceEnd.test(`${this.#said}${this.#held}`));
    } finally {
      this.abortController.signal.removeEventListener('abort', close);
      close();
      if (answered || usage !== undefined || this.abortController.signal.aborted)
        this.#reportUse(member, usage, chars);
    }
  }

  #reportUse(
    { name, priceIn, priceOut }: Member,
    usage: Pick<llm.CompletionUsage, 'promptTokens' | 'completionTokens'> | undefined,
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
    this.#chain.onUse({ model: name, promptTokens, completionTokens, costUsd });
  }
}

function lettersOf({ items }: llm.ChatContext): number {
  return items.reduce(
    (sum, item) => sum + (item.type === 'message' ? (item.textContent?.length ?? 0) : 0),
    0,
  );
}

function hasWords({ delta }: llm.ChatChunk): boolean {
  return Boolean(delta?.content?.trim() || delta?.toolCalls?.length);
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

import { llm } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import type { ModelVendor } from '../../lib/server/platform/language-model.ts';
import { log } from '../../lib/server/platform/log.ts';
import { rest, restedFirst } from './vendor-rest.ts';

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

/** For an estimate where a request was broken off before the vendor told its tokens. */
const lettersPerToken = 3;

type ChatOptions = Parameters<llm.LLM['chat']>[0];

/**
 * One model object for all calls over a list of vendors: one that fails, hangs or answers without a word is left for the next.
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

  constructor(chain: FallbackModel, options: ChatOptions) {
    const connOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: chain.limits.firstTokenMs };
    super(chain, { chatCtx: options.chatCtx, toolCtx: options.toolCtx, connOptions });
    this.#chain = chain;
    this.#options = options;
  }

  protected override async run(): Promise<void> {
    for (const member of restedFirst(this.#chain.members)) {
      if (this.abortController.signal.aborted) return;
      if (await this.#ask(member)) return;
      if (this.abortController.signal.aborted) return;
      rest(member);
      log.warn('model_left_for_next', { model: member.name });
    }
  }

  /** Passes a vendor's reply on; gives whether there was one. */
  async #ask(member: Member): Promise<boolean> {
    const { model } = member;
    const { firstTokenMs, stallMs, maxChars } = this.#chain.limits;
    const stream = model.chat({ ...this.#options, connOptions: this.connOptions });
    const close = () => stream.close();
    this.abortController.signal.addEventListener('abort', close);
    let answered = false;
    let chars = 0;
    let usage: llm.CompletionUsage | undefined;
    try {
      const firstByMs = Date.now() + firstTokenMs;
      while (chars < maxChars) {
        const withinMs = answered ? stallMs : Math.max(0, firstByMs - Date.now());
        const read = await within(stream.next(), withinMs);
        if (read === undefined || read.done === true) break;
        const { value } = read;
        answered ||= hasWords(value);
        usage = value.usage ?? usage;
        chars += value.delta?.content?.length ?? 0;
        if (!this.queue.closed && (answered || value.usage)) this.queue.put(value);
      }
      return answered;
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

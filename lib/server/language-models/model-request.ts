import { z } from 'zod';
import { log } from '../platform/log.ts';

export const openAiBaseUrl = 'https://api.openai.com/v1';

/** A language model behind any server that speaks OpenAI's chat completions. */
export interface ModelVendor {
  model: string;
  baseUrl: string;
  apiKey?: string;
  /** The value of `reasoning_effort`. By default `none` if OpenAI needs it, otherwise not sent. */
  reasoning?: string;
  /** US dollars per million tokens, if configured. */
  priceIn?: number;
  priceOut?: number;
}

export interface ChatBody {
  model: string;
  messages: unknown[];
  tools?: unknown[];
  [parameter: string]: unknown;
}

/** The optional parameters that a model accepts, learnt from its refusals. */
interface Dialect {
  reasoning: string | undefined;
  /** True once the model has refused `none`: from then on no `reasoning_effort` is sent. */
  isNoneRefused: boolean;
  hasTools: boolean;
}

const dialects = new Map<string, Dialect>();

function dialectOf({ model, baseUrl, reasoning }: ModelVendor): Dialect {
  const key = [baseUrl, model, reasoning].join(' ');
  const knownDialect = dialects.get(key);
  if (knownDialect !== undefined) return knownDialect;
  const dialect = {
    reasoning: reasoning ?? defaultReasoning(model, baseUrl),
    isNoneRefused: false,
    hasTools: true,
  };
  dialects.set(key, dialect);
  return dialect;
}

/** OpenAI refuses tools for gpt-5.1 and newer unless `reasoning_effort` is `none`. */
function defaultReasoning(model: string, baseUrl: string): string | undefined {
  const isOpenAi = new URL(baseUrl).hostname === 'api.openai.com';
  return isOpenAi && /^gpt-(5\.\d|[6-9]|\d\d)/.test(model) ? 'none' : undefined;
}

/** `set`: the configured or default `reasoning_effort`. `sent`: the one that is sent now. Undefined if it is left out. */
export function reasoningOf(vendor: ModelVendor): { set?: string; sent?: string } {
  const { model, baseUrl, reasoning = defaultReasoning(model, baseUrl) } = vendor;
  return { set: reasoning, sent: dialectOf(vendor).reasoning };
}

/** True if the model accepts tools, as far as known. */
export function acceptsTools(vendor: ModelVendor): boolean {
  return dialectOf(vendor).hasTools;
}

/**
 * Posts a chat completion. Retries without tools if the server refuses them. If it refuses `reasoning_effort`, retries with `none`,
 * then without it. Remembers the result for the life of the process.
 */
export async function postChat(vendor: ModelVendor, body: ChatBody, signal?: AbortSignal): Promise<Response> {
  const dialect = dialectOf(vendor);
  const { baseUrl, apiKey } = vendor;
  for (;;) {
    const sentDialect = { ...dialect };
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(adaptBody(body, sentDialect)),
      signal,
    });
    if (response.ok) return response;
    const text = await response.text();
    const refusedName = refusedParameter(response.status, text, sentDialect, body.tools !== undefined);
    if (refusedName === undefined)
      return new Response(text, { status: response.status, headers: response.headers });
    log.warn('model_parameter_refused', { model: vendor.model, parameter: refusedName });
    if (refusedName === 'tools') dialect.hasTools = false;
    // Another request may have been refused meanwhile, and has adapted it.
    else if (dialect.reasoning === sentDialect.reasoning) adaptReasoning(dialect);
  }
}

function adaptBody(body: ChatBody, { reasoning, hasTools }: Dialect): ChatBody {
  const sentBody = hasTools || body.tools === undefined ? body : withoutTools(body);
  return { ...sentBody, ...(reasoning !== undefined && { reasoning_effort: reasoning }) };
}

/** Tries `none` first, then no value. */
function adaptReasoning(dialect: Dialect): void {
  dialect.isNoneRefused = dialect.reasoning === 'none';
  dialect.reasoning = dialect.isNoneRefused ? undefined : 'none';
}

const errorBody = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, param: undefined })),
    z.object({ message: z.string().catch(''), param: z.string().nullish() }),
  ]),
});

/** The vendor's own sentence about a failure, from the body of its answer. */
export function vendorMessage(text: string): { message: string; param?: string | null } {
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return { message: text.slice(0, 300) };
  }
}

const statusesNotAboutParameters = new Set([401, 403, 408, 429]);

function refusedParameter(
  status: number,
  text: string,
  { isNoneRefused, hasTools }: Dialect,
  sendsTools: boolean,
): 'reasoning_effort' | 'tools' | undefined {
  if (statusesNotAboutParameters.has(status)) return undefined;
  const { message, param } = vendorMessage(text);
  const namesReasoning = param === 'reasoning_effort' || /reasoning[_ ]effort/i.test(message);
  if (namesReasoning && !isNoneRefused) return 'reasoning_effort';
  if (!sendsTools || !hasTools) return undefined;
  const namesTools = /\btool|function.?call/i.test(`${param} ${message}`);
  const isUnsupported = /support|enable|require|unknown|unrecogni[sz]ed|unexpected|not allowed/i.test(
    message,
  );
  return (namesTools && isUnsupported) || /grammar|schema/i.test(message) ? 'tools' : undefined;
}

const message = z.looseObject({ role: z.string(), content: z.unknown().optional() });

const noToolsInstruction =
  'There are no tools in this conversation: write nothing but the words that you speak. To end the call, say goodbye.';

/** Converts a conversation for a model without tools: drops tool calls and their results, and adds an instruction. */
function withoutTools({ messages, ...rest }: ChatBody): ChatBody {
  const plainMessages = messages.flatMap((each) => {
    const plainMessage = { ...message.parse(each), tool_calls: undefined };
    return plainMessage.role === 'tool' || (plainMessage.role === 'assistant' && !plainMessage.content)
      ? []
      : [plainMessage];
  });
  return {
    ...rest,
    tools: undefined,
    messages: [...plainMessages, { role: 'system', content: noToolsInstruction }],
  };
}

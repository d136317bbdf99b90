import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ChatBody, type ModelVendor, postChat, vendorMessage } from './model-request.ts';
import { TextCalls, partialMarkerLength } from './text-calls.ts';
import { readUnlessAborted } from '../platform/unless-aborted.ts';
import { VendorFault } from '../platform/vendor.ts';

export interface ToolCall {
  id: string;
  name: string;
  /** Complete JSON. */
  args: string;
  /** Returned to the vendor with the call's result, such as Gemini's thought signature. */
  extra?: Record<string, unknown>;
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
}

export type ReplyPiece =
  | { type: 'words'; words: string }
  /** A part of a tool call has come. */
  | { type: 'calling' }
  | { type: 'usage'; usage: TokenUsage }
  /** The last piece, except usage; a stream without it broke off. */
  | { type: 'end'; calls: ToolCall[] };

const count = z.number().nullish();
const callPiece = z.object({
  index: z.number().optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
  extra_content: z.record(z.string(), z.unknown()).nullish(),
});
const piece = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            // Content that is a list has a model's thoughts.
            content: z.string().nullish().catch(null),
            tool_calls: z.array(callPiece).nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
    })
    .nullish(),
});

/** A call waits this long for the first word before it asks the next vendor; a single vendor gets longer. */
export function firstTokenLimitMs(vendors: number): number {
  return vendors > 1 ? 2_500 : 5_000;
}

/** Reasons to stop before the model's last word. */
const brokenOffReasons = new Set(['length', 'content_filter']);

/**
 * Streams a language model's reply without its thoughts.
 * @throws VendorFault when the vendor refuses or answers with something else
 */
export async function* streamChat(
  vendor: ModelVendor,
  body: Omit<ChatBody, 'model'> & Pick<ChatBody, 'messages'>,
  signal: AbortSignal,
): AsyncGenerator<ReplyPiece, void, undefined> {
  const requestBody = { ...body, model: vendor.model, stream: true, stream_options: { include_usage: true } };
  const response = await postChat(vendor, requestBody, signal);
  if (!response.ok) {
    const { status } = response;
    const kind = status >= 500 || status === 429 ? 'failed' : 'refused';
    throw new VendorFault(kind, `${status}: ${vendorMessage(await response.text()).message}`, { status });
  }
  const calls: ToolCall[] = [];
  const thoughts = new ThoughtFilter();
  const textCalls = new TextCalls(toolNames(body.tools));
  let finishReason: string | undefined;
  for await (const data of events(response, signal)) {
    const isDone = data === '[DONE]';
    const { choices, usage, error } = isDone ? {} : piece.parse(JSON.parse(data));
    if (error != null) throw new VendorFault('failed', vendorMessage(data).message);
    const [choice] = choices ?? [];
    const words = textCalls.pass(thoughts.pass(choice?.delta?.content ?? ''));
    if (words !== '') yield { type: 'words', words };
    const callPieces = choice?.delta?.tool_calls ?? [];
    for (const call of callPieces) addTo(calls, call);
    if (callPieces.length > 0) yield { type: 'calling' };
    const reason = choice?.finish_reason ?? (isDone ? 'stop' : undefined);
    if (finishReason === undefined && reason !== undefined) {
      finishReason = reason;
      const lastWords = textCalls.end();
      if (lastWords !== '') yield { type: 'words', words: lastWords };
      if (!brokenOffReasons.has(finishReason))
        yield {
          type: 'end',
          calls: [
            ...calls.map(withWholeArguments),
            ...textCalls.calls.map((call) => ({ id: randomUUID(), ...call })),
          ],
        };
    }
    if (usage != null)
      yield {
        type: 'usage',
        usage: {
          promptTokens: usage.prompt_tokens ?? 0,
          completionTokens: usage.completion_tokens ?? 0,
          cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
        },
      };
    if (isDone) return;
  }
}

function toolNames(tools: unknown): Set<string> {
  const parsedTools = z.array(z.object({ function: z.object({ name: z.string() }) })).safeParse(tools);
  return new Set(parsedTools.data?.map(({ function: { name } }) => name));
}

type CallPiece = z.infer<typeof callPiece>;

/** A tool call arrives in pieces; only the first has its name. */
function addTo(
  calls: (ToolCall & { index?: number })[],
  { index, id, function: calledFunction, extra_content }: CallPiece,
) {
  const { name, arguments: args } = calledFunction ?? {};
  const begunCall = calls.findLast((call) => index === undefined || call.index === index);
  if (name && (begunCall === undefined || begunCall.id !== id))
    calls.push({ index, id: id || randomUUID(), name, args: args ?? '', extra: extra_content ?? undefined });
  else if (begunCall !== undefined) begunCall.args += args ?? '';
}

/** Invalid JSON counts as no arguments, so the tool asks the model again. */
function withWholeArguments({ id, name, args, extra }: ToolCall): ToolCall {
  try {
    JSON.parse(args);
    return { id, name, args, extra };
  } catch {
    return { id, name, args: '{}', extra };
  }
}

/** Parses server-sent events as far as chat completions use them. */
async function* events({ body }: Response, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let incompleteLine = '';
  for await (const bytes of readUnlessAborted(body, signal)) {
    const lines = (incompleteLine + decoder.decode(bytes, { stream: true })).split('\n');
    incompleteLine = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
}

const [thoughtBegins, thoughtEnds] = ['<think>', '</think>'];

/** Removes a model's thoughts between <think> and </think>. */
class ThoughtFilter {
  #pending = '';
  #isThought = false;

  pass(content: string): string {
    this.#pending += content;
    let words = '';
    for (;;) {
      const marker = this.#isThought ? thoughtEnds : thoughtBegins;
      const at = this.#pending.indexOf(marker);
      const retained = at === -1 ? partialMarkerLength(marker, this.#pending) : 0;
      const passed =
        at === -1 ? this.#pending.slice(0, this.#pending.length - retained) : this.#pending.slice(0, at);
      if (!this.#isThought) words += passed;
      this.#pending = this.#pending.slice(passed.length + (at === -1 ? 0 : marker.length));
      if (at === -1) return words;
      this.#isThought = !this.#isThought;
    }
  }
}

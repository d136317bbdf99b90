import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { wavHeader } from '../../lib/wav.ts';

/** How a vendor misbehaves; a number is the HTTP status that it answers. */
export type Fault =
  'hang' | 'cut' | 'garbage' | 'empty' | 'slow' | 'endless' | 'bad_tool' | 'slow_tool' | number;

export interface StagedReply {
  text?: string;
  calls?: { name: string; args: unknown }[];
  /** True if the calls come before the text. */
  hasCallsFirst?: boolean;
  /** The `finish_reason`, by default the usual one; null for a stream that never names one. */
  finish?: string | null;
  /** Ends the stream with `[DONE]` unless false. */
  isClosed?: boolean;
  /** Sends the token count unless false. */
  hasUsage?: boolean;
  /** Replaces the reply. */
  refusal?: { status: number; message: string; param?: string };
}

/** Strict like llama.cpp: refuses parameters and schemas that not every server knows. */
const chatRequest = z.strictObject({
  model: z.string(),
  /** Absent if the whole answer is requested at once, as for summaries. */
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  reasoning_effort: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })),
  tools: z
    .array(
      z.looseObject({
        function: z
          .looseObject({ name: z.string() })
          .refine((schema) => !JSON.stringify(schema).includes('"pattern"'), 'failed to parse grammar'),
      }),
    )
    .min(1)
    .optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** A message's text; other content as JSON. */
export function textOf(message: ChatRequest['messages'][number] | undefined): string {
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content ?? '');
}

export interface LoopbackSettings {
  firstTokenMs: number;
  tokensPerS: number;
  recognitionMs: number;
  voiceDelayMs: number;
  voiceMsPerLetter: number;
  /** The recogniser's results, one per utterance; the last one repeats. */
  transcripts: string[];
  reply: (request: ChatRequest) => StagedReply;
  faults: { model?: Fault; recognition?: Fault; voice?: Fault };
  /** The list at /models. */
  models: string[];
}

const speechRequest = z.looseObject({ input: z.string() });
const rateHz = 16_000;
const slowFactor = 10;
const slowToolPieces = 5;
const slowToolPieceMs = 400;

/**
 * A language model, recogniser and voice behind OpenAI's API, with fixed delays. The model's name may request a fault: `model:500`.
 */
export class LoopbackVendor {
  readonly settings: LoopbackSettings;
  readonly requests: {
    kind: 'model' | 'recognition' | 'voice';
    model: string;
    text: string;
    atMs: number;
  }[] = [];
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });
  #transcriptCount = 0;

  constructor(settings: Partial<LoopbackSettings> = {}) {
    this.settings = {
      firstTokenMs: 250,
      tokensPerS: 60,
      recognitionMs: 150,
      voiceDelayMs: 120,
      voiceMsPerLetter: 55,
      transcripts: ['Mening ismim Aziz.'],
      reply: () => ({ text: 'Tushundim, rahmat. Yana nima deysiz?' }),
      faults: {},
      models: [],
      ...settings,
    };
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** The address that OPENAI_BASE_URL takes. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not started');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  setTranscripts(texts: readonly string[]): void {
    this.settings.transcripts = [...texts];
    this.#transcriptCount = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const disconnection = new AbortController();
    response.on('close', () => disconnection.abort());
    const { signal } = disconnection;
    const path = request.url ?? '';
    if (path.endsWith('/chat/completions')) await this.#answerChat(body, response, signal);
    else if (path.endsWith('/audio/transcriptions'))
      await this.#answerTranscription(request, body, response, signal);
    else if (path.endsWith('/audio/speech')) await this.#answerSpeech(body, response, signal);
    else sendJson(response, { object: 'list', data: this.settings.models.map((id) => ({ id })) });
  }

  async #answerChat(body: Buffer, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const parsed = chatRequest.safeParse(JSON.parse(body.toString()));
    if (!parsed.success) {
      refuse(response, { status: 400, message: z.prettifyError(parsed.error) });
      return;
    }
    const request = parsed.data;
    const fault = faultOf(request.model) ?? this.settings.faults.model;
    const lastUserMessage = request.messages.findLast(({ role }) => role === 'user');
    this.#record('model', request.model, textOf(lastUserMessage));
    if (await this.#answerWithFault(fault, response, signal)) return;
    const reply: StagedReply = fault === 'empty' ? {} : this.settings.reply(request);
    const { text = '', calls = [], hasUsage = true, isClosed = true, hasCallsFirst, refusal } = reply;
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    if (!request.stream) {
      sendJson(response, {
        id: 'loopback',
        created: 0,
        model: request.model,
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      });
      return;
    }
    const replyText = fault === 'endless' ? `${text} `.repeat(400) : text;
    const delayFactor = fault === 'slow' ? slowFactor : 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id: 'loopback', object: 'chat.completion.chunk', created: 0, model: request.model };
    const sendChunk = (fields: object) =>
      response.write(`data: ${JSON.stringify({ ...chunk, ...fields })}\n\n`);
    const send = (delta: object, finish: string | null = null) =>
      sendChunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
    await delay(this.settings.firstTokenMs * delayFactor, undefined, { signal });
    const tokens = replyText.match(/\s*\S{1,5}/g) ?? [];
    const sendCalls = async () => {
      send({
        tool_calls: calls.map(({ name, args }, index) => ({
          index,
          id: `call_${this.requests.length}_${index}`,
          type: 'function',
          function: { name, arguments: fault === 'bad_tool' ? '{"answers": [' : JSON.stringify(args) },
        })),
      });
      for (let piece = 0; fault === 'slow_tool' && piece < slowToolPieces; piece++) {
        await delay(slowToolPieceMs, undefined, { signal });
        send({ tool_calls: [{ index: calls.length - 1, function: { arguments: ' ' } }] });
      }
    };
    if (calls.length > 0 && hasCallsFirst === true) await sendCalls();
    for (const [tokenIndex, content] of tokens.entries()) {
      if (fault === 'cut' && tokenIndex >= tokens.length / 2) {
        response.destroy();
        return;
      }
      send({ role: 'assistant', content });
      await delay(1000 / this.settings.tokensPerS, undefined, { signal });
    }
    if (calls.length > 0 && hasCallsFirst !== true) await sendCalls();
    const { finish = calls.length > 0 ? 'tool_calls' : 'stop' } = reply;
    if (finish !== null) send({}, finish);
    const usage = { prompt_tokens: 100, completion_tokens: tokens.length, total_tokens: 100 + tokens.length };
    if (hasUsage) sendChunk({ choices: [], usage });
    response.end(isClosed ? 'data: [DONE]\n\n' : '');
  }

  async #answerTranscription(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const model = String(form.get('model'));
    const fault = faultOf(model) ?? this.settings.faults.recognition;
    this.#record('recognition', model, `${body.length} bytes`);
    if (await this.#answerWithFault(fault, response, signal)) return;
    await delay(this.settings.recognitionMs * (fault === 'slow' ? slowFactor : 1), undefined, { signal });
    const { transcripts } = this.settings;
    const text =
      fault === 'empty' ? '' : (transcripts[Math.min(this.#transcriptCount++, transcripts.length - 1)] ?? '');
    if (fault === 'cut' || fault === 'endless')
      await this.#sendHalf(Buffer.from(JSON.stringify({ text })), fault, response, signal);
    else sendJson(response, { text });
  }

  async #answerSpeech(body: Buffer, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { input } = speechRequest.parse(JSON.parse(body.toString()));
    const fault = this.settings.faults.voice;
    this.#record('voice', '', input);
    if (await this.#answerWithFault(fault, response, signal)) return;
    await delay(this.settings.voiceDelayMs * (fault === 'slow' ? slowFactor : 1), undefined, { signal });
    const samples =
      fault === 'empty' ? new Int16Array() : buzz(input.length * this.settings.voiceMsPerLetter);
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    if (fault === 'cut' || fault === 'endless') {
      // Without a length, like a voice that is still being synthesized.
      await this.#sendHalf(Buffer.concat([wavHeader({}), bytes]), fault, response, signal);
      return;
    }
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.end(Buffer.concat([wavHeader({ dataBytes: bytes.length }), bytes]));
  }

  /** Breaks off in the middle of an answer, or never ends it. */
  async #sendHalf(
    whole: Buffer,
    fault: 'cut' | 'endless',
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const half = whole.subarray(0, whole.length / 2);
    response.writeHead(200).write(half);
    await delay(20, undefined, { signal });
    if (fault === 'cut') response.destroy();
    for (; fault === 'endless'; await delay(20, undefined, { signal })) response.write(half);
  }

  /** Answers with a fault that replaces the whole answer. Returns false for any other fault. */
  async #answerWithFault(
    fault: Fault | undefined,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (fault === 'hang') await delay(600_000, undefined, { signal }).catch(() => {});
    else if (fault === 'garbage')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>');
    else if (typeof fault === 'number')
      response
        .writeHead(fault, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `loopback ${fault}` } }));
    else return false;
    return true;
  }

  #record(kind: 'model' | 'recognition' | 'voice', model: string, text: string): void {
    this.requests.push({ kind, model, text, atMs: Date.now() });
  }
}

function faultOf(model: string): Fault | undefined {
  const name = model.split(':')[1];
  if (name === undefined) return undefined;
  if (/^\d+$/.test(name)) return Number(name);
  const faults = ['hang', 'cut', 'garbage', 'empty', 'slow', 'endless', 'bad_tool', 'slow_tool'] as const;
  return faults.find((fault) => fault === name);
}

function refuse(response: ServerResponse, { status, ...error }: NonNullable<StagedReply['refusal']>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Resembles a voice in level, pitch and syllables, so that the voice detector accepts it. */
function buzz(ms: number): Int16Array {
  return Int16Array.from({ length: Math.round((ms * rateHz) / 1000) }, (_, index) => {
    const seconds = index / rateHz;
    const pitch = 2 * Math.PI * (140 + 15 * Math.sin(4.4 * seconds)) * seconds;
    const syllable = 0.55 + 0.45 * Math.sin(25 * seconds);
    return 6_000 * syllable * (Math.sin(pitch) + 0.5 * Math.sin(2 * pitch) + 0.3 * Math.sin(3 * pitch));
  });
}

import { text } from 'node:stream/consumers';
import { generateText } from 'ai';
import { Agent, type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { streamChat } from './chat-stream.ts';
import { languageModel } from './language-model.ts';
import { type ModelVendor, acceptsTools, openAiBaseUrl } from './model-request.ts';

const body = z.looseObject({
  reasoning_effort: z.string().optional(),
  tools: z.array(z.unknown()).optional(),
  stream: z.boolean().optional(),
  messages: z.array(z.looseObject({ role: z.string(), tool_calls: z.unknown().optional() })),
});
type Body = z.infer<typeof body>;
type VendorRefusal = { status?: number; message: string; param?: string };

/** Starts a vendor that refuses a request if `refusal` returns an error. */
async function startVendor(refusal: (body: Body) => VendorRefusal | undefined) {
  const bodies: Body[] = [];
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    const requestBody = body.parse(JSON.parse(await text(request)));
    bodies.push(requestBody);
    const { status = 400, ...error } = refusal(requestBody) ?? {};
    if ('message' in error) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const [finish_reason, content] = ['stop', 'Salom'];
    if (requestBody.stream === true)
      response.end(
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\ndata: [DONE]\n\n`,
      );
    else {
      const choices = [{ index: 0, finish_reason, message: { role: 'assistant', content } }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: '1', created: 1, model: 'm', choices }));
    }
  });
  onTestFinished(stop);
  return { url, bodies, efforts: () => bodies.map((each) => each.reasoning_effort) };
}

const tools = [{ type: 'function', function: { name: 'end_call', parameters: { type: 'object' } } }];

async function streamReply(vendor: ModelVendor, messages: unknown[] = [{ role: 'user', content: 'Salom' }]) {
  const pieces = await Array.fromAsync(streamChat(vendor, { messages, tools }, AbortSignal.timeout(10_000)));
  return pieces.flatMap((piece) => (piece.type === 'words' ? piece.words : [])).join('');
}

const summarize = async (vendor: ModelVendor) =>
  (await generateText({ model: languageModel(vendor), prompt: 'Salom', maxRetries: 0 })).text;

describe('the reasoning of a model', () => {
  const refuseToolsWithReasoning = ({ tools: sent, reasoning_effort }: Body) =>
    sent !== undefined && reasoning_effort !== 'none'
      ? {
          message:
            "Function tools with reasoning_effort are not supported for gpt-5.6-luna in /v1/chat/completions. Please use /v1/responses or set reasoning_effort to 'none'.",
          param: 'reasoning_effort',
        }
      : undefined;

  it('is switched off once the vendor refuses tools with it, for calls and summaries', async () => {
    const { url, efforts, bodies } = await startVendor(refuseToolsWithReasoning);
    const vendor = { model: 'gpt-5.6-luna', baseUrl: url };
    expect(await streamReply(vendor)).toBe('Salom');
    expect(await streamReply(vendor)).toBe('Salom');
    expect(await summarize(vendor)).toBe('Salom');
    expect(efforts()).toEqual([undefined, 'none', 'none', 'none']);
    expect(bodies.slice(0, 3).every((each) => each.tools?.length === 1)).toBe(true);
  });

  it('is switched off once, although several requests are refused at the same time', async () => {
    const { url, efforts } = await startVendor(refuseToolsWithReasoning);
    const vendor = { model: 'gpt-5.6-luna', baseUrl: url };
    expect(await Promise.all([streamReply(vendor), streamReply(vendor)])).toEqual(['Salom', 'Salom']);
    expect(efforts().toSorted()).toEqual(['none', 'none', undefined, undefined]);
    expect(acceptsTools(vendor)).toBe(true);
  });

  it.each([
    { message: 'Unsupported value', param: 'reasoning_effort' },
    { message: "Unknown field: 'reasoning_effort'" },
  ])('is no longer sent to a model that refuses it: $message', async (refusal) => {
    const { url, efforts } = await startVendor(
      ({ reasoning_effort }) => (reasoning_effort && refusal) || undefined,
    );
    const vendor = { model: 'm', baseUrl: url, reasoning: 'none' };
    expect([await summarize(vendor), await streamReply(vendor)]).toEqual(['Salom', 'Salom']);
    expect(efforts()).toEqual(['none', undefined, undefined]);
  });

  it('is what the owner set', async () => {
    const { url, efforts } = await startVendor(() => undefined);
    await streamReply({ model: 'm', baseUrl: url, reasoning: 'low' });
    await streamReply({ model: 'gpt-6-luna', baseUrl: url });
    expect(efforts()).toEqual(['low', undefined]);
  });

  it('is switched off at OpenAI for gpt-5.1 and newer', async () => {
    const { url, efforts } = await startVendor(() => undefined);
    const { origin } = new URL(openAiBaseUrl);
    const redirect: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
      dispatch(String(options.origin) === origin ? { ...options, origin: url } : options, handler);
    const before = getGlobalDispatcher();
    onTestFinished(() => setGlobalDispatcher(before));
    setGlobalDispatcher(new Agent().compose(redirect));
    for (const model of ['gpt-6-luna', 'gpt-5.6-terra', 'gpt-5.1', 'gpt-10', 'gpt-5-mini', 'gpt-4.1'])
      await streamReply({ model, baseUrl: openAiBaseUrl });
    expect(efforts()).toEqual(['none', 'none', 'none', 'none', undefined, undefined]);
  });
});

describe('a model without tools', () => {
  it.each([
    { message: 'registry.ollama.ai/library/gemma2:2b does not support tools' },
    { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' },
    { status: 404, message: 'No endpoints found that support tool use.' },
    { status: 500, message: 'tools param requires --jinja flag' },
  ])('gets requests without them from then on: $message', async (refusal) => {
    const { url, bodies } = await startVendor((request) =>
      request.tools === undefined ? undefined : refusal,
    );
    const vendor = { model: 'm', baseUrl: url };
    expect(acceptsTools(vendor)).toBe(true);
    const messages = [
      { role: 'user', content: 'Aziz' },
      { role: 'assistant', tool_calls: [{ id: '1' }] },
      { role: 'tool', tool_call_id: '1', content: 'Saved.' },
      { role: 'assistant', content: 'Thank you.', tool_calls: [{ id: '2' }] },
      { role: 'user', content: 'Yes' },
    ];
    expect([await streamReply(vendor, messages), await streamReply(vendor, messages)]).toEqual([
      'Salom',
      'Salom',
    ]);
    expect(bodies.map((each) => each.tools?.length)).toEqual([1, undefined, undefined]);
    expect(bodies.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'system']);
    expect(JSON.stringify(bodies.at(-1))).not.toContain('tool_calls');
    expect(acceptsTools(vendor)).toBe(false);
  });
});

it.each([
  { status: 401, message: 'You have no access to tools: unsupported key' },
  { status: 400, message: "messages with role 'tool' must follow tool_calls" },
  { status: 500, message: 'overloaded' },
])('a request that is refused for another reason is not retried: $message', async (refusal) => {
  const { url, bodies } = await startVendor(() => refusal);
  const vendor = { model: 'm', baseUrl: url };
  await expect(streamReply(vendor)).rejects.toThrow(`${refusal.status}: ${refusal.message}`);
  expect(bodies).toHaveLength(1);
  expect(acceptsTools(vendor)).toBe(true);
});

import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { interviewPlan } from '../../contracts/interview.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { tryModel } from './model-trial.ts';

setUpEnvironment();

const trialRequest = z.looseObject({
  stream: z.boolean(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  reasoning_effort: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
});
type TrialRequest = z.infer<typeof trialRequest>;
type TrialReply = { status?: number; error?: object; content?: string; finish?: string | null };

async function runTrial(answer: (request: TrialRequest) => TrialReply, limitMs = 5_000, reasoning?: string) {
  const requests: TrialRequest[] = [];
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    const received = trialRequest.parse(JSON.parse(await text(request)));
    requests.push(received);
    const { status = 400, error, content = 'Здравствуйте!', finish = 'stop' } = answer(received);
    if (error === undefined)
      response.end(
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`,
      );
    else response.writeHead(status).end(JSON.stringify({ error }));
  });
  onTestFinished(stop);
  const result = await tryModel({ model: 'm', baseUrl: url, reasoning }, 'Меня зовут Дильшод.', {
    plan: interviewPlan.parse({}),
    language: 'ru',
    limitMs,
  });
  return { result, requests };
}

test('a model gets the prompt, the tools and the stream of a call, in its language', async () => {
  const { result, requests } = await runTrial(() => ({}));
  expect(result).toEqual({
    model: 'm',
    firstTokenMs: expect.any(Number),
    said: 'Здравствуйте!',
    lacksTools: false,
    reasoning: {},
  });
  const [request] = requests;
  expect(request?.tools?.map((tool) => tool.function.name)).toEqual([
    'save_answer',
    'correct_phone',
    'call_back_at',
    'hand_over',
    'end_call',
  ]);
  expect(JSON.stringify(request?.tools)).not.toMatch(/"pattern"|"format"/);
  expect(request?.messages[0]?.content).toContain('The visitor began in Russian');
});

test('a model that takes tools only without reasoning works', async () => {
  const message =
    "Function tools with reasoning_effort are not supported for gpt-5.6-luna in /v1/chat/completions. Please use /v1/responses or set reasoning_effort to 'none'.";
  const { result, requests } = await runTrial(({ reasoning_effort }) =>
    reasoning_effort === 'none' ? {} : { error: { message, param: 'reasoning_effort' } },
  );
  expect(result).toMatchObject({ lacksTools: false, reasoning: { sent: 'none' } });
  expect(result.failure).toBeUndefined();
  expect(requests.map(({ tools }) => tools?.length)).toEqual([5, 5]);
});

test.each([
  ['low', ['high'], 'low'],
  ['low', ['low'], 'none'],
  ['low', ['low', 'none'], undefined],
])(
  'a trial with reasoning %s reports which setting is sent after %j were refused: %s',
  async (set, refused, sent) => {
    const message = 'Unsupported value for reasoning_effort';
    const answer = ({ reasoning_effort }: TrialRequest) =>
      refused.some((value) => value === reasoning_effort) ? { error: { message } } : {};
    const { result } = await runTrial(answer, 5_000, set);
    expect(result.said).toBe('Здравствуйте!');
    expect(result.reasoning).toEqual({ set, sent });
  },
);

test('a model without tools works without them', async () => {
  const { result } = await runTrial(({ tools }) =>
    tools === undefined ? {} : { error: { message: 'm does not support tools' } },
  );
  expect(result).toMatchObject({ said: 'Здравствуйте!', lacksTools: true });
  expect(result.failure).toBeUndefined();
});

test.each([
  ['key', { status: 401, error: { message: 'Incorrect API key' } }],
  ['unknown_model', { status: 404, error: { message: 'The model m does not exist' } }],
  ['limit', { status: 429, error: { message: 'You exceeded your current quota' } }],
  ['refused', { status: 400, error: { message: 'context length exceeded' } }],
  ['failed', { status: 503, error: { message: 'overloaded' } }],
])('%s: the failure has the vendor’s own message', async (kind, answer) => {
  const { result } = await runTrial(() => answer);
  expect(result.failure).toEqual({ kind, detail: `${answer.status}: ${answer.error.message}` });
});

test.each([
  ['empty', { content: '' }, 5_000],
  ['broken_off', { finish: 'length' }, 5_000],
  ['broken_off', { finish: null }, 5_000],
  ['timeout', {}, -1],
])('%s: a reply that no call could use is a failure', async (kind, answer, limitMs) => {
  const { result } = await runTrial(() => answer, limitMs);
  expect(result.failure).toEqual({ kind });
});

test('a server that is not running is reported as unreachable', async () => {
  const options = {
    plan: interviewPlan.parse({}),
    language: 'ru',
    limitMs: 5_000,
  } as const;
  const { failure } = await tryModel({ model: 'm', baseUrl: 'http://127.0.0.1:9/v1' }, 'Да', options);
  expect(failure).toMatchObject({ kind: 'unreachable' });
});

import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { streamChat } from './chat-stream.ts';

const tools = ['save_answer', 'end_call'].map((name) => ({ type: 'function', function: { name } }));

/** Streams these pieces of data to a request with tools, and returns what was read. */
function readStream(...data: (object | string)[]) {
  return readStreamWith(tools, data);
}

async function readStreamWith(requestTools: object[], data: (object | string)[]) {
  const { url, stop } = await startLoopbackServer((_request, response) => {
    const events = data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`);
    // In small parts, as a network delivers it.
    for (const part of events.join('').match(/.{1,7}/gsu) ?? []) response.write(part);
    response.end();
  });
  onTestFinished(stop);
  const pieces = await Array.fromAsync(
    streamChat(
      { model: 'm', baseUrl: url },
      { messages: [], tools: requestTools },
      AbortSignal.timeout(10_000),
    ),
  );
  const words = pieces.flatMap((piece) => (piece.type === 'words' ? piece.words : [])).join('');
  const ends = pieces.flatMap((piece) => (piece.type === 'end' ? [piece.calls] : []));
  return { words, ends };
}

const words = (content: string, finish_reason: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason }],
});
const call = (tool: object, finish_reason: string | null = null) => ({
  choices: [{ delta: { tool_calls: [tool] }, finish_reason }],
});

it.each([
  ['stop in a piece of its own', [words('Salom 😊'), words('', 'stop')], true],
  ['stop in a piece with words', [words('Salom', 'stop')], true],
  ['[DONE] without a finish_reason', [words('Salom'), '[DONE]'], true],
  ['neither stop nor [DONE]', [words('Salom.')], false],
  ['length before [DONE]', [words('Salom.'), words('', 'length'), '[DONE]'], false],
])(
  'a reply is complete after a stop, or after [DONE] without a finish_reason: %s',
  async (_name, data, isComplete) => {
    expect((await readStream(...data)).ends).toEqual(isComplete ? [[]] : []);
  },
);

it('thoughts are not spoken, also if their markers are split', async () => {
  const data = ['<th', 'ink>I ', 'think</thi', 'nk>2 < 3, ', 'and <b> is'].map((part) => words(part));
  expect((await readStream(...data, '[DONE]')).words).toBe('2 < 3, and <b> is');
  const list = { choices: [{ delta: { content: [{ type: 'thinking' }] } }] };
  expect((await readStream(list, words('Salom', 'stop'))).words).toBe('Salom');
});

it('tool calls are assembled from their pieces', async () => {
  const { ends } = await readStream(
    call({ index: 0, id: 'a', function: { name: 'save_answer', arguments: '{"a"' } }),
    call({ index: 0, function: { arguments: ':1}' }, extra_content: null }),
    call({ index: 1, id: 'b', function: { name: 'end_call', arguments: '{}' } }, 'tool_calls'),
    '[DONE]',
  );
  expect(ends).toMatchObject([
    [
      { id: 'a', name: 'save_answer', args: '{"a":1}' },
      { id: 'b', name: 'end_call', args: '{}' },
    ],
  ]);
});

it('truncated arguments are read as empty', async () => {
  const tool = { index: 0, id: 'a', function: { name: 'save_answer', arguments: '{"name":"Dil' } };
  expect((await readStream(call(tool, 'stop'))).ends).toMatchObject([[{ name: 'save_answer', args: '{}' }]]);
});

it('fields that the vendor wants back with a tool call are returned with it', async () => {
  const extra = { google: { thought_signature: 'x' } };
  const tool = { index: 0, id: 'a', function: { name: 'end_call', arguments: '{}' }, extra_content: extra };
  expect((await readStream(call(tool, 'tool_calls'))).ends).toMatchObject([[{ extra }]]);
});

it('an error within the stream is the vendor’s own error', async () => {
  await expect(readStream(words('Sal'), { error: { message: 'context is full' } })).rejects.toThrow(
    'context is full',
  );
});

const answers = { answers: [{ topic: 'name', value: 'Dilnoza {ok}' }] };
const answersJson = JSON.stringify(answers);

it.each([
  ['<tool_call>', `<tool_call>\n{"name": "save_answer", "arguments": ${answersJson}}\n</tool_call>`],
  ['<tool_call> without its end', `<tool_call>{"name": "save_answer", "arguments": ${answersJson}}`],
  ['<function=>', `<function=save_answer>${answersJson}</function>`],
  ['a fence', `\`\`\`json\n{"name": "save_answer", "parameters": ${answersJson}}\n\`\`\``],
  ['<|python_tag|>', `<|python_tag|>{"name": "save_answer", "parameters": ${answersJson}}`],
  ['[TOOL_CALLS]', `[TOOL_CALLS][{"name": "save_answer", "arguments": ${answersJson}}]`],
  ['JSON alone', `{"name": "save_answer", "arguments": ${answersJson}}`],
  ['arguments in a string', `{"name": "save_answer", "arguments": ${JSON.stringify(answersJson)}}`],
])('a tool call written as text is a call, not words: %s', async (_name, text) => {
  const { words: spoken, ends } = await readStream(words(`Salom, Dilnoza. ${text}`), words('', 'stop'));
  expect(spoken).toBe('Salom, Dilnoza. ');
  expect(ends).toMatchObject([[{ name: 'save_answer', args: answersJson }]]);
});

it.each([
  ['of an unknown tool', '<tool_call>{"name": "transfer", "arguments": {}}</tool_call> What is your name?'],
  ['that breaks off', 'What is your name? <tool_call>{"name": "save_answer", "arguments": {"ans'],
  ['that is no JSON', '<tool_call>save_answer(name)</tool_call> What is your name?'],
])('a written tool call %s is dropped', async (_name, text) => {
  const { words: spoken, ends } = await readStream(words(text, 'stop'));
  expect(spoken.trim()).toBe('What is your name?');
  expect(ends).toEqual([[]]);
});

it('characters that begin no tool call are words', async () => {
  expect((await readStream(words('2 < 3, [yes] and `so` on', 'stop'))).words).toBe(
    '2 < 3, [yes] and `so` on',
  );
});

it('a model that was given no tools may answer with JSON', async () => {
  const text = '{"name": "end_call", "answers": []}';
  expect(await readStreamWith([], [words(text, 'stop')])).toEqual({ words: text, ends: [[]] });
});

import { initializeLogger, voice } from '@livekit/agents';
import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import { fourTopics } from '../testing/plan.ts';
import { Notes } from './notes.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';
import type { EndReason } from '../../lib/server/plan/tools.ts';
import { interviewTools } from './tools.ts';

initializeLogger({ pretty: false, level: 'silent' });

interface ToolCall {
  name: string;
  args: Record<string, unknown>;
}

/** One turn of the visitor's, answered by a model that speaks `content` and calls tools in the same answer. */
async function turn(answer: { content?: string; toolCalls: ToolCall[] }, known: Record<string, string> = {}) {
  const events: CallEvent[] = [];
  const ended: EndReason[] = [];
  const endedWithoutGoodbye: EndReason[] = [];
  const notes = new Notes(fourTopics, (event) => events.push(event), '+998901234567');
  for (const [topic, value] of Object.entries(known)) notes.answer(topic, value);
  events.length = 0;
  const session = new voice.AgentSession({
    llm: new voice.testing.FakeLLM([{ input: 'words', ...answer }]),
    vad: null,
    turnDetection: 'manual',
  });
  const agent = new voice.Agent({
    instructions: instructions(notes, 'en'),
    tools: interviewTools({
      notes,
      hasSpoken: () => answer.content !== undefined,
      onGoodbye: () => {},
      onEnd: (reason) => ended.push(reason),
      onEndWithoutGoodbye: (reason) => endedWithoutGoodbye.push(reason),
    }),
  });
  await session.start({ agent, record: false });
  const result = session.run({ userInput: 'words' });
  await result.wait();
  await session.close();
  return { result, events, ended, endedWithoutGoodbye, notes };
}

const all = { name: 'Aziza', profession: 'dentist', goal: 'fewer missed calls', needs: 'book visits' };

test('end_call before save_answer in one reply ends the call: what it saves is known by the end of the goodbye', async () => {
  const answers = [{ topic: 'needs', value: 'book visits' }];
  const before = Object.fromEntries(Object.entries(all).filter(([id]) => id !== 'needs'));
  const { ended, events } = await turn(
    {
      content: 'Thank you, goodbye!',
      toolCalls: [
        { name: 'end_call', args: { reason: 'finished' } },
        { name: 'save_answer', args: { answers } },
      ],
    },
    before,
  );
  expect(events.map(({ type }) => type)).toEqual(['answer']);
  expect(ended).toEqual(['finished']);
});

describe('save_answer', () => {
  const answers = [
    { topic: 'name', value: 'Aziza' },
    { topic: 'profession', value: 'dentist' },
  ];

  test.concurrent(
    'reports several answers at once, and gives nothing to a model that has spoken',
    async () => {
      const { result, events } = await turn({
        content: 'Nice to meet you!',
        toolCalls: [{ name: 'save_answer', args: { answers } }],
      });
      result.expect.nextEvent().isMessage({ role: 'assistant' });
      result.expect.nextEvent().isFunctionCall({ name: 'save_answer' });
      expect(events).toEqual([
        { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Aziza' },
        { type: 'answer', index: 1, topic: 'profession', field: 'kasb', value: 'dentist' },
      ]);
    },
  );

  test.concurrent('tells a model that has not spoken what is still unknown', async () => {
    const { result } = await turn({ toolCalls: [{ name: 'save_answer', args: { answers } }] });
    result.expect.skipNextEventIf({ type: 'message' });
    result.expect.nextEvent().isFunctionCall({ name: 'save_answer' });
    const output = result.expect.nextEvent().isFunctionCallOutput({ isError: false }).event();
    expect(JSON.stringify(output)).toMatch(/Still unknown: goal, needs/);
  });

  test.concurrent(
    'corrects an earlier answer, and reports what it has reported already no second time',
    async () => {
      const { events } = await turn(
        {
          content: 'Corrected.',
          toolCalls: [
            {
              name: 'save_answer',
              args: { answers: [answers[0], { topic: 'profession', value: 'surgeon' }] },
            },
          ],
        },
        { name: 'Aziza', profession: 'dentist' },
      );
      expect(events).toMatchObject([{ type: 'answer', topic: 'profession', value: 'surgeon', index: 2 }]);
    },
  );

  test.concurrent.each([
    ['an unknown topic', { answers: [{ topic: 'password', value: 'x' }] }],
    ['an empty value', { answers: [{ topic: 'name', value: '  ' }] }],
    ['no list', { topic: 'name', value: 'Aziza' }],
  ])('refuses %s', async (_what, args) => {
    const { result, events } = await turn({ toolCalls: [{ name: 'save_answer', args }] });
    result.expect.containsFunctionCallOutput({ isError: true });
    expect(events).toEqual([]);
  });
});

describe('correct_phone', () => {
  test.concurrent.each([
    '93 777 66 55',
    '+998 93 777 66 55',
    '998937776655',
    '00998 93 777-66-55',
    '8 93 777 66 55',
    '998 998 93 777 66 55',
  ])('takes a number as it was named: %s', async (phone) => {
    const { events, notes } = await turn({
      content: 'Let me read it back.',
      toolCalls: [{ name: 'correct_phone', args: { phone } }],
    });
    expect(events).toEqual([{ type: 'phone_corrected', index: 0, phone: '+998937776655' }]);
    expect(notes.phone).toBe('+998937776655');
  });

  test.concurrent.each([
    '93 777 66',
    '+7 921 777 66 55',
    'the same one',
    '90 123 45 67 8',
    '901234567 901234567',
    '998901234567 yoki 998911112233',
    '+998 90 123 45 678',
    '9989012345678',
  ])('refuses %s', async (phone) => {
    const { result, events } = await turn({ toolCalls: [{ name: 'correct_phone', args: { phone } }] });
    result.expect.containsFunctionCallOutput({ isError: true });
    expect(events).toEqual([]);
  });
});

describe('call_back_at', () => {
  test.concurrent.each([
    '2099-01-02T10:00:00+05:00',
    '2099-01-02T10:00:00',
    '2099-01-02T10:00',
    '2099-01-02T05:00:00Z',
  ])("keeps the visitor's words and the time, Tashkent's where it does not say: %s", async (time) => {
    const { events } = await turn({
      content: 'Agreed.',
      toolCalls: [{ name: 'call_back_at', args: { when: 'ertaga soat oʻnda', time } }],
    });
    expect(events).toEqual([
      { type: 'call_back_at', index: 0, when: 'ertaga soat oʻnda', atMs: Date.parse('2099-01-02T05:00:00Z') },
    ]);
  });

  test.concurrent.each([
    ['a time that has passed', { when: 'yesterday', time: '2020-01-02T10:00:00+05:00' }],
    ['a time that is none', { when: 'soon', time: 'soon' }],
  ])('refuses %s', async (_what, args) => {
    const { result, events } = await turn({ toolCalls: [{ name: 'call_back_at', args }] });
    result.expect.containsFunctionCallOutput({ isError: true });
    expect(events).toEqual([]);
  });
});

test.concurrent('hand_over reports why', async () => {
  const { events } = await turn({
    content: 'A colleague will call you.',
    toolCalls: [{ name: 'hand_over', args: { reason: 'wants a contract' } }],
  });
  expect(events).toEqual([{ type: 'hand_over', index: 0, reason: 'wants a contract' }]);
});

describe('end_call', () => {
  const end = (reason: string) => [{ name: 'end_call', args: { reason } }];

  test.concurrent('ends the call when the goodbye was said and everything is known', async () => {
    expect((await turn({ content: 'Goodbye!', toolCalls: end('finished') }, all)).ended).toEqual([
      'finished',
    ]);
  });

  test.concurrent('is not refused once its goodbye was heard, whatever is still unknown', async () => {
    const { ended } = await turn({ content: 'Goodbye!', toolCalls: end('finished') }, { name: 'Aziza' });
    expect(ended).toEqual(['finished']);
  });

  test.concurrent.each(['visitor_wishes', 'recording_refused', 'abuse'])(
    'ends at any time for %s',
    async (reason) => {
      expect((await turn({ content: 'Goodbye!', toolCalls: end(reason) })).ended).toEqual([reason]);
    },
  );

  test.concurrent('without a goodbye leaves it to the call, and asks the model for nothing', async () => {
    const { ended, endedWithoutGoodbye } = await turn({ toolCalls: end('visitor_wishes') });
    expect(ended).toEqual([]);
    expect(endedWithoutGoodbye).toEqual(['visitor_wishes']);
  });
});

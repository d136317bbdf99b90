import { llm } from '@livekit/agents';
import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';
import type { ModelEndReason } from '../../lib/server/plan/tools.ts';
import { fourTopics } from '../testing/plan.ts';
import { Memory } from './memory.ts';
import { interviewTools } from './tools.ts';

interface ToolCall {
  name: string;
  args: Record<string, unknown>;
}

/** Executes the tool calls of one reply. With `content`, the model has spoken in it. */
async function runToolCalls(
  reply: { content?: string; toolCalls: ToolCall[] },
  known: Record<string, string> = {},
) {
  const events: CallEvent[] = [];
  const ended: ModelEndReason[] = [];
  const memory = new Memory(fourTopics, 'en', (event) => events.push(event), '+998901234567');
  for (const [topic, value] of Object.entries(known)) memory.saveAnswer(topic, value, 'tool');
  events.length = 0;
  const tools = new llm.ToolContext(
    interviewTools({
      memory,
      hasSpoken: () => reply.content !== undefined,
      onAsks: () => {},
      onEnd: (reason) => ended.push(reason),
    }),
  );
  const outputs: { output?: string; isError: boolean }[] = [];
  for (const [at, { name, args }] of reply.toolCalls.entries()) {
    const call = llm.FunctionCall.create({ callId: String(at), name, args: JSON.stringify(args) });
    const { output, isError } = await llm.executeToolCall(call, tools);
    outputs.push({ output, isError });
  }
  return { outputs, events, ended, memory };
}

describe('save_answer', () => {
  const answers = [
    { topic: 'name', value: 'Aziza' },
    { topic: 'profession', value: 'dentist' },
  ];

  test.concurrent(
    'reports all answers of one call, and returns no result to a model that has spoken',
    async () => {
      const { outputs, events } = await runToolCalls({
        content: 'Nice to meet you!',
        toolCalls: [{ name: 'save_answer', args: { answers } }],
      });
      expect(outputs).toEqual([{ output: undefined, isError: false }]);
      expect(events).toEqual([
        { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Aziza' },
        { type: 'answer', index: 1, topic: 'profession', field: 'kasb', value: 'dentist' },
      ]);
    },
  );

  test.concurrent('a model that has not spoken is given the next step of the prompt', async () => {
    const { outputs, memory } = await runToolCalls({
      toolCalls: [{ name: 'save_answer', args: { answers } }],
    });
    const [{ output = '' } = {}] = outputs;
    expect(output).toMatch(/Next: find out goal, needs\./);
    expect(instructions(memory, 'en')).toContain(String(JSON.parse(output)).replace('Saved. ', ''));
  });

  test.concurrent('corrects an earlier answer, and reports nothing twice', async () => {
    const { events } = await runToolCalls(
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
  });

  test.concurrent.each([
    ['an unknown topic', { answers: [{ topic: 'password', value: 'x' }] }],
    ['an empty value', { answers: [{ topic: 'name', value: '  ' }] }],
    ['no list', { topic: 'name', value: 'Aziza' }],
  ])('refuses %s', async (_what, args) => {
    const { outputs, events } = await runToolCalls({ toolCalls: [{ name: 'save_answer', args }] });
    expect(outputs[0]?.isError).toBe(true);
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
  ])('accepts a number in any notation: %s', async (phone) => {
    const { events, memory } = await runToolCalls({
      content: 'Let me read it back.',
      toolCalls: [{ name: 'correct_phone', args: { phone } }],
    });
    expect(events).toEqual([{ type: 'phone_corrected', index: 0, phone: '+998937776655' }]);
    expect(memory.phone).toBe('+998937776655');
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
    const { outputs, events } = await runToolCalls({
      toolCalls: [{ name: 'correct_phone', args: { phone } }],
    });
    expect(outputs[0]?.isError).toBe(true);
    expect(events).toEqual([]);
  });
});

describe('call_back_at', () => {
  test.concurrent.each([
    '2099-01-02T10:00:00+05:00',
    '2099-01-02T10:00+05:00',
    '2099-01-02T05:00Z',
    '2099-01-02T10:00+0500',
    '2099-01-02T10:00:00',
    '2099-01-02T10:00',
    '2099-01-02T05:00:00Z',
  ])("saves the visitor's words and the time, in Tashkent's zone by default: %s", async (time) => {
    const { events } = await runToolCalls({
      content: 'Agreed.',
      toolCalls: [{ name: 'call_back_at', args: { when: 'ertaga soat oʻnda', time } }],
    });
    expect(events).toEqual([
      { type: 'call_back_at', index: 0, when: 'ertaga soat oʻnda', atMs: Date.parse('2099-01-02T05:00:00Z') },
    ]);
  });

  test.concurrent.each([
    ['a time that has passed', { when: 'yesterday', time: '2020-01-02T10:00:00+05:00' }],
    ['a time that is unreadable', { when: 'soon', time: 'soon' }],
  ])('refuses %s', async (_what, args) => {
    const { outputs, events } = await runToolCalls({ toolCalls: [{ name: 'call_back_at', args }] });
    expect(outputs[0]?.isError).toBe(true);
    expect(events).toEqual([]);
  });
});

test.concurrent('hand_over reports why', async () => {
  const { events } = await runToolCalls({
    content: 'A colleague will call you.',
    toolCalls: [{ name: 'hand_over', args: { reason: 'wants a contract' } }],
  });
  expect(events).toEqual([{ type: 'hand_over', index: 0, reason: 'wants a contract' }]);
});

describe('end_call', () => {
  test.concurrent.each(['finished', 'visitor_wishes', 'recording_refused', 'abuse'])(
    'is never refused, whatever is still unknown: %s',
    async (reason) => {
      const { ended, outputs } = await runToolCalls({
        content: 'Goodbye!',
        toolCalls: [{ name: 'end_call', args: { reason } }],
      });
      expect(ended).toEqual([reason]);
      expect(outputs).toEqual([{ output: undefined, isError: false }]);
    },
  );
});

import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type ChatRequest, type StagedReply } from '../testing/loopback-vendor.ts';
import { isReading, reads, talk } from '../testing/talk.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

describe('answers that no tool has saved', () => {
  const talks = (reads: StagedReply) => ({
    reply: (request: ChatRequest) => (isReading(request) ? reads : { text: 'And what do you do?' }),
  });
  const name = { topic: 'name', value: 'Aziz', quote: 'my name is aziz' };

  it('are read before the script speaks, and it asks on from what the model asked', async () => {
    const { tell, memory, vendor } = await talk(talks(reads([name], 'profession')));
    await tell('Well, my name is Aziz.');
    vendor.settings.reply = (request) =>
      isReading(request) ? reads([name], 'profession') : { text: '', calls: [] };
    expect(await tell('How much is it?')).toBe(`${words.agent_person} ${words.agent_ask_profession}`);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
  });

  it('are read while a goodbye is heard', async () => {
    const { tell, memory } = await talk({
      reply: (request: ChatRequest) => (isReading(request) ? reads([name]) : { text: 'Goodbye, Aziz!' }),
    });
    await tell('My name is Aziz');
    await expect.poll(() => Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
  });

  it.each([
    ['a quote that nobody said', { ...name, quote: 'my name is Anna' }],
    ['a part of a word', { ...name, quote: 'ziz' }],
    ['no quote', { ...name, quote: '' }],
    ['the agent’s words', { ...name, quote: 'what do you do' }],
    ['a topic that there is not', { ...name, topic: 'password' }],
  ])('do not count with %s', async (_what, answer) => {
    const { tell, memory, say } = await talk(talks(reads([answer])));
    await tell('My name is Aziz');
    await say({ type: 'goodbye', why: 'finished' });
    await expect.poll(() => memory.unread).toBe(0);
    expect(memory.answers.size).toBe(0);
  });

  it('never replace what a tool has saved', async () => {
    const { tell, memory, say } = await talk(talks(reads([name])));
    await tell('My name is Aziz');
    memory.answer('name', 'Aziza', 'tool');
    await say({ type: 'goodbye', why: 'finished' });
    await expect.poll(() => memory.unread).toBe(0);
    expect(memory.answers.get('name')).toBe('Aziza');
  });
});

describe('a topic without words in the language', () => {
  const order = { id: 'order', findOut: 'what they order', field: 'ehtiyojlar' } as const;
  const ask = 'Nima buyurtma qilasiz?';
  const plan = (topic: object) =>
    interviewPlan.parse({ topics: [{ id: 'name', findOut: 'the name', field: 'ism' }, topic] });
  const ru = { language: 'ru' } as const;

  it('is asked in the words of another one', async () => {
    const { tell, memory, ended } = await talk({}, ['m:500'], {
      ...ru,
      plan: plan({ ...order, ask: { uz: ask } }),
    });
    expect(await tell('Меня зовут Дильшод')).toContain(ask);
    expect(ended()).toBeUndefined();
    expect(await tell('Две лепёшки')).toContain(messagesOf.ru.agent_goodbye);
    expect(memory.answers.get('order')).toBe('Две лепёшки');
  });

  it('is left to the model where there are none at all', async () => {
    const { tell, memory, vendor, ended } = await talk({ reply: () => ({ text: 'Что закажете?' }) }, ['m'], {
      ...ru,
      plan: plan(order),
    });
    vendor.settings.faults.model = 500;
    expect(await tell('Меня зовут Дильшод')).toContain(messagesOf.ru.agent_anything_else);
    expect(ended()).toBeUndefined();
    expect(memory.answers.get('name')).toBe('Меня зовут Дильшод');
    vendor.settings.faults = {};
    expect(await tell('Что?')).toBe('Что закажете?');
  });
});

describe('what is known already', () => {
  it('stands in the instructions of the next request, corrections too', async () => {
    const systems: string[] = [];
    const answers = ['Aziz', 'Aziza'];
    const { tell } = await talk({
      reply: ({ messages }) => {
        systems.push(JSON.stringify(messages.find(({ role }) => role === 'system')?.content));
        const value = answers.shift();
        return {
          text: 'Thank you.',
          calls:
            value === undefined
              ? []
              : [{ name: 'save_answer', args: { answers: [{ topic: 'name', value }] } }],
        };
      },
    });
    await tell('I am Aziz');
    await tell('No, Aziza');
    await tell('Yes');
    const known = systems.map((system) => /- name: \\"(\w+)\\"/.exec(system)?.[1]);
    expect(known).toEqual([undefined, 'Aziz', 'Aziza']);
    // Everything before it is unchanged, so that a vendor can cache it.
    expect(
      new Set(systems.map((system) => system.split('Nothing is known')[0]?.split('Known already')[0])).size,
    ).toBe(1);
  });
});

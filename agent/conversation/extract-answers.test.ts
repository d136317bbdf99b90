import { initializeLogger } from '@livekit/agents';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { LanguageModel } from '../models/language-model.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { extractAnswers } from './extract-answers.ts';
import { Memory } from './memory.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

async function extracted(reply: string, visitor: string[], known: Record<string, string> = {}) {
  const vendor = await new LoopbackVendor({
    firstTokenMs: 1,
    tokensPerS: 5_000,
    reply: () => ({ text: reply }),
  }).start();
  onTestFinished(() => vendor.close());
  const memory = new Memory(fourTopics, 'en');
  for (const [topic, value] of Object.entries(known)) memory.answer(topic, value, 'extracted');
  for (const text of visitor) {
    memory.told('agent', 'What is your name?');
    memory.told('visitor', text);
  }
  const model = new LanguageModel([{ model: 'm', baseUrl: vendor.url }]);
  await extractAnswers(memory, model, new AbortController().signal);
  return Object.fromEntries(memory.answers);
}

const answers = (...all: object[]) => JSON.stringify({ answers: all });

it('notes what a quote of the visitor stands for', async () => {
  const reply = `\`\`\`json\n${answers(
    { topic: 'name', value: 'Gʻani', quote: "mening ismim G'ani" },
    { topic: 'profession', value: 'shifokor', quote: 'shifokorman' },
  )}\n\`\`\``;
  expect(await extracted(reply, ['Mening ismim Gʻani.', 'Men shifokorman!'])).toEqual({
    name: 'Gʻani',
    profession: 'shifokor',
  });
});

it.each([
  ['nobody said', 'Karim'],
  ['the agent said', 'your name'],
  ['are a part of a word', 'Azi'],
  ['are none', '…'],
])('notes nothing for words that %s', async (_name, quote) => {
  expect(await extracted(answers({ topic: 'name', value: 'x', quote }), ['My name is Aziz'])).toEqual({});
});

it('replaces a known answer by the words of the last turn alone', async () => {
  const reply = answers({ topic: 'name', value: 'Aziz', quote: 'Aziz' });
  expect(await extracted(reply, ['Aziz', 'No, Aziza'], { name: 'Aziza' })).toEqual({ name: 'Aziza' });
  expect(await extracted(reply, ['Aziza', 'No, Aziz'], { name: 'Aziza' })).toEqual({ name: 'Aziz' });
});

it.each([
  'I would rather not.',
  '{"answers": "none"}',
  answers({ topic: 'shoe_size', value: '42', quote: 'Aziz' }),
])('changes nothing for “%s”', async (reply) => {
  expect(await extracted(reply, ['Aziz'], { goal: 'patients' })).toEqual({ goal: 'patients' });
});

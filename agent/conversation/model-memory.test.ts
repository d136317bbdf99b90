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

  it("are read before the script speaks, and the script continues after the model's last question", async () => {
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
});

it('a visitor who refuses the recording is reported, so that nothing of the call is stored', async () => {
  const refused = { name: 'end_call', args: { reason: 'recording_refused' } };
  const { tell, found, ended } = await talk({
    reply: () => ({ text: 'I understand. Goodbye!', calls: [refused] }),
  });
  await tell('I do not want to be recorded.');
  expect(found).toContainEqual({ type: 'recording_refused', index: 0 });
  expect(ended()).toBe('recording_refused');
});

it('only the model asks a topic without words in any language', async () => {
  const topics = [
    { id: 'name', findOut: 'the name', field: 'ism' },
    { id: 'order', findOut: 'what they order', field: 'ehtiyojlar' },
  ];
  const { tell, memory, vendor, ended } = await talk({ reply: () => ({ text: 'Что закажете?' }) }, ['m'], {
    language: 'ru',
    plan: interviewPlan.parse({ topics }),
  });
  vendor.settings.faults.model = 500;
  expect(await tell('Меня зовут Дильшод')).toContain(messagesOf.ru.agent_anything_else);
  expect(ended()).toBeUndefined();
  expect(memory.answers.get('name')).toBe('Меня зовут Дильшод');
  vendor.settings.faults = {};
  expect(await tell('Что?')).toBe('Что закажете?');
});

import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { type ChatRequest, type StagedReply } from '../testing/loopback-vendor.ts';
import { isExtraction, extractionReply, startTextConversation } from '../testing/text-conversation.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

describe('answers that no tool has saved', () => {
  const repliesWithExtraction = (extraction: StagedReply) => ({
    reply: (request: ChatRequest) => (isExtraction(request) ? extraction : { text: 'And what do you do?' }),
  });
  const name = { topic: 'name', value: 'Aziz', quote: 'my name is aziz' };

  it("are extracted before the script speaks, and the script continues after the model's last question", async () => {
    const { replyTo, memory, vendor } = await startTextConversation(
      repliesWithExtraction(extractionReply([name], 'profession')),
    );
    await replyTo('Well, my name is Aziz.');
    vendor.settings.reply = (request) =>
      isExtraction(request) ? extractionReply([name], 'profession') : { text: '', calls: [] };
    expect(await replyTo('How much is it?')).toBe(`${words.agent_person} ${words.agent_ask_profession}`);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
  });

  it('are extracted after a goodbye', async () => {
    const { replyTo, memory } = await startTextConversation({
      reply: (request: ChatRequest) =>
        isExtraction(request) ? extractionReply([name]) : { text: 'Goodbye, Aziz!' },
    });
    await replyTo('My name is Aziz');
    await expect.poll(() => Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
  });
});

it('a visitor who refuses the recording is reported, so that nothing of the call is stored', async () => {
  const refused = { name: 'end_call', args: { reason: 'recording_refused' } };
  const { replyTo, events, endReason } = await startTextConversation({
    reply: () => ({ text: 'I understand. Goodbye!', calls: [refused] }),
  });
  await replyTo('I do not want to be recorded.');
  expect(events).toContainEqual({ type: 'recording_refused', index: 0 });
  expect(endReason()).toBe('recording_refused');
});

it('only the model asks a topic without words in any language', async () => {
  const topics = [
    { id: 'name', findOut: 'the name', field: 'ism' },
    { id: 'order', findOut: 'what they order', field: 'ehtiyojlar' },
  ];
  const { replyTo, memory, vendor, endReason } = await startTextConversation(
    { reply: () => ({ text: 'Что закажете?' }) },
    ['m'],
    {
      language: 'ru',
      plan: interviewPlan.parse({ topics }),
    },
  );
  vendor.settings.faults.model = 500;
  expect(await replyTo('Меня зовут Дильшод')).toContain(messagesOf.ru.agent_anything_else);
  expect(endReason()).toBeUndefined();
  expect(memory.answers.get('name')).toBe('Меня зовут Дильшод');
  vendor.settings.faults = {};
  expect(await replyTo('Что?')).toBe('Что закажете?');
});

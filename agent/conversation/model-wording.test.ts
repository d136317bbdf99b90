import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { LanguageModel } from '../models/language-model.ts';
import { fourTopics } from '../testing/plan.ts';
import { startTextConversation } from '../testing/text-conversation.ts';
import { Memory } from './memory.ts';
import { ModelWording } from './model-wording.ts';
import { ScriptWording } from './script-wording.ts';
import type { ReplyCue } from './wording.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

describe('a line of the script that is interrupted', () => {
  it.each([3, 15])('after %i letters is followed by the rest of the same answer', async (letters) => {
    const { replyTo, memory, heard } = await startTextConversation({}, ['m:500']);
    await replyTo('Aziz');
    heard.letters = letters;
    await replyTo('I am a doctor');
    heard.letters = Infinity;
    expect(await replyTo('and I own a clinic', { continues: true })).toContain(words.agent_ask_goal);
    expect(memory.answers.get('profession')).toBe('I am a doctor and I own a clinic');
    expect(memory.answers.has('goal')).toBe(false);
  });

  it('in its goodbye does not end the call before the last answer is complete', async () => {
    const { replyTo, memory, heard, endReason } = await startTextConversation({}, ['m:500']);
    for (const id of ['name', 'profession', 'goal']) memory.saveAnswer(id, 'known', 'tool');
    memory.question = { topic: 'needs' };
    heard.letters = words.agent_thanks_needs.length + 30;
    expect(await replyTo('Answer at night')).toContain(words.agent_goodbye);
    expect(endReason()).toBeUndefined();
    heard.letters = Infinity;
    expect(await replyTo('and send SMS', { continues: true })).toContain(words.agent_goodbye);
    expect(memory.answers.get('needs')).toBe('Answer at night and send SMS');
    expect(endReason()).toBe('finished');
  });

  it('before it was heard at all loses nothing either', async () => {
    const { replyTo, memory, heard } = await startTextConversation({}, ['m:500']);
    await replyTo('Aziz');
    heard.letters = 0;
    await replyTo('I am a doctor');
    heard.letters = Infinity;
    await replyTo('and I own a clinic', { continues: true });
    expect(memory.answers.get('profession')).toBe('I am a doctor and I own a clinic');
  });
});

describe('a prepared reply', () => {
  const cue: ReplyCue = { type: 'reply', text: 'My name is', isUnrecognized: false, continues: false };
  const save = { name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } };

  it('changes nothing until it is spoken, and is requested once', async () => {
    const { replyTo, wording, memory, vendor } = await startTextConversation({
      reply: () => ({ text: 'Nice to meet you!', calls: [save] }),
    });
    expect(wording.prepare(cue)).toBe(wording.prepare(cue));
    const utterance = wording.prepare({ ...cue, text: 'My name is Aziz' });
    for await (const piece of utterance?.rest ?? []) {
      expect(piece).toContain('Nice');
      break;
    }
    expect(memory.answers.size).toBe(0);
    expect(memory.transcript.map(({ speaker }) => speaker)).toEqual(['agent']);
    expect(wording.say({ ...cue, text: 'My name is Aziz' })).toBe(utterance);
    expect(vendor.requests.filter(({ kind }) => kind === 'model')).toHaveLength(1);
    expect(await replyTo('Yes')).toBe('Nice to meet you!');
  });

  it('takes the owner’s greeting from no later reply until it was heard', () => {
    const memory = new Memory({ ...fourTopics, greeting: { en: 'Welcome!' } }, 'en');
    const script = new ScriptWording(memory);
    const wording = new ModelWording({ model: new LanguageModel([]), memory, script });
    wording.prepare(cue);
    const utterance = wording.prepare({ ...cue, text: 'My name is Aziz' });
    expect(utterance?.lead).toEqual(['Welcome!']);
    utterance?.heard('Welcome!', false);
    expect(wording.prepare({ ...cue, text: 'Hello?' })?.lead).toEqual([]);
  });
});

describe('a model whose budget for the call is spent', () => {
  it('gets no more requests, and the script continues the conversation', async () => {
    let requestsLeft = 1;
    const { replyTo, memory, vendor, endReason } = await startTextConversation(
      {
        reply: () => ({
          text: 'Nice to meet you, Aziz.',
          calls: [{ name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } }],
        }),
      },
      ['m'],
      { hasBudget: () => requestsLeft-- > 0 },
    );
    expect(await replyTo('I am Aziz')).toBe('Nice to meet you, Aziz.');
    expect(await replyTo('What do you need?')).toBe(`${words.agent_person} ${words.agent_ask_profession}`);
    expect(await replyTo('A doctor')).toContain(words.agent_ask_goal);
    await replyTo('More patients');
    expect(await replyTo('Somebody on the phone')).toContain(words.agent_goodbye);
    expect(endReason()).toBe('finished');
    expect(memory.answers.get('profession')).toBe('A doctor');
    expect(vendor.requests.filter(({ kind }) => kind === 'model')).toHaveLength(1);
  });
});

describe('a model that is slow', () => {
  it('is bridged by a filler phrase, which it never sees itself', async () => {
    const { replyTo, vendor } = await startTextConversation(
      { firstTokenMs: 350, reply: () => ({ text: 'I see.' }) },
      ['m'],
      {
        fillerAfterMs: 200,
      },
    );
    expect(await replyTo('My name is Aziz')).toBe(`${words.agent_moment} I see.`);
    let seen = '';
    vendor.settings.reply = ({ messages }) => {
      seen = JSON.stringify(messages);
      return { text: 'Good.' };
    };
    await replyTo('I am a doctor');
    expect(seen).toContain('I see.');
    expect(seen).not.toContain(words.agent_moment);
  });
});

it('the script replaces a model that asks the same question a third time', async () => {
  const same = 'I see. May I ask what you are called?';
  const { replyTo } = await startTextConversation({ reply: () => ({ text: same }) });
  expect(await replyTo('Dilnoza')).toBe(same);
  expect(await replyTo('My name is Dilnoza')).toBe(same);
  expect(await replyTo('I sell carpets')).toMatch(/^I see\.… (?!.*called).* /);
});

it('a longer wait for the end of the turn makes the model count as slow earlier', async () => {
  const settings = { firstTokenMs: 1_500, reply: () => ({ text: 'I see.' }) };
  const { replyTo, vendor } = await startTextConversation(settings, ['m'], { fillerAfterMs: 10_000 });
  expect(await replyTo('My name is Aziz')).toBe('I see.');
  vendor.settings.reply = () => ({ text: 'All right.' });
  const spokenUntilMs = Date.now() - 20_000;
  expect(await replyTo('I am a doctor', { spokenUntilMs })).toBe(`${words.agent_moment} All right.`);
});

it('the first token is reported once, although a reply begins with markup', async () => {
  const waitsMs: number[] = [];
  const settings = { reply: () => ({ text: '<think>The visitor greets me.</think> **Hello.**' }) };
  const { replyTo } = await startTextConversation(settings, ['m'], {
    onFirstToken: (ms) => waitsMs.push(ms),
  });
  expect(await replyTo('Hello')).toBe('Hello.');
  expect(waitsMs).toHaveLength(1);
});

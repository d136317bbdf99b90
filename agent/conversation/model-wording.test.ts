import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { talk } from '../testing/talk.ts';
import type { ReplyCue } from './wording.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

describe('a line of the script that is interrupted', () => {
  it.each([3, 15])('after %i letters is followed by the rest of the same answer', async (letters) => {
    const { tell, memory, heard } = await talk({}, ['m:500']);
    await tell('Aziz');
    heard.letters = letters;
    await tell('I am a doctor');
    heard.letters = Infinity;
    expect(await tell('and I own a clinic', { continues: true })).toContain(words.agent_ask_goal);
    expect(memory.answers.get('profession')).toBe('I am a doctor and I own a clinic');
    expect(memory.answers.has('goal')).toBe(false);
  });

  it('in its goodbye does not end the call before the last answer is complete', async () => {
    const { tell, memory, heard, ended } = await talk({}, ['m:500']);
    for (const id of ['name', 'profession', 'goal']) memory.answer(id, 'known', 'tool');
    memory.question = { topic: 'needs' };
    heard.letters = words.agent_thanks_needs.length + 30;
    expect(await tell('Answer at night')).toContain(words.agent_goodbye);
    expect(ended()).toBeUndefined();
    heard.letters = Infinity;
    expect(await tell('and send SMS', { continues: true })).toContain(words.agent_goodbye);
    expect(memory.answers.get('needs')).toBe('Answer at night and send SMS');
    expect(ended()).toBe('finished');
  });

  it('before it was heard at all loses nothing either', async () => {
    const { tell, memory, heard } = await talk({}, ['m:500']);
    await tell('Aziz');
    heard.letters = 0;
    await tell('I am a doctor');
    heard.letters = Infinity;
    await tell('and I own a clinic', { continues: true });
    expect(memory.answers.get('profession')).toBe('I am a doctor and I own a clinic');
  });
});

describe('a prepared reply', () => {
  const cue: ReplyCue = { type: 'reply', text: 'My name is', isUnrecognised: false, continues: false };
  const save = { name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } };

  it('changes nothing until it is spoken, and is requested once', async () => {
    const { tell, wording, memory, vendor } = await talk({
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
    expect(vendor.asked.filter(({ kind }) => kind === 'model')).toHaveLength(1);
    expect(await tell('Yes')).toBe('Nice to meet you!');
  });
});

describe('a model whose budget for the call is spent', () => {
  it('gets no more requests, and the script continues the conversation', async () => {
    let left = 1;
    const { tell, memory, vendor, ended } = await talk(
      {
        reply: () => ({
          text: 'Nice to meet you, Aziz.',
          calls: [{ name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } }],
        }),
      },
      ['m'],
      { mayAsk: () => left-- > 0 },
    );
    expect(await tell('I am Aziz')).toBe('Nice to meet you, Aziz.');
    expect(await tell('What do you need?')).toBe(`${words.agent_person} ${words.agent_ask_profession}`);
    expect(await tell('A doctor')).toContain(words.agent_ask_goal);
    await tell('More patients');
    expect(await tell('Somebody on the phone')).toContain(words.agent_goodbye);
    expect(ended()).toBe('finished');
    expect(memory.answers.get('profession')).toBe('A doctor');
    expect(vendor.asked.filter(({ kind }) => kind === 'model')).toHaveLength(1);
  });
});

describe('a model that is slow', () => {
  it('is bridged by a filler phrase, which it never sees itself', async () => {
    const { tell, vendor } = await talk({ firstTokenMs: 350, reply: () => ({ text: 'I see.' }) }, ['m'], {
      slowAfterMs: 200,
    });
    expect(await tell('My name is Aziz')).toBe(`${words.agent_moment} I see.`);
    let seen = '';
    vendor.settings.reply = ({ messages }) => {
      seen = JSON.stringify(messages);
      return { text: 'Good.' };
    };
    await tell('I am a doctor');
    expect(seen).toContain('I see.');
    expect(seen).not.toContain(words.agent_moment);
  });
});

it('the script replaces a model that asks the same question a third time', async () => {
  const same = 'I see. May I ask what you are called?';
  const { tell } = await talk({ reply: () => ({ text: same }) });
  expect(await tell('Dilnoza')).toBe(same);
  expect(await tell('My name is Dilnoza')).toBe(same);
  expect(await tell('I sell carpets')).toMatch(/^I see\.… (?!.*called).* /);
});

it('a longer wait for the end of the turn makes the model count as slow earlier', async () => {
  const settings = { firstTokenMs: 1_500, reply: () => ({ text: 'I see.' }) };
  const { tell, vendor } = await talk(settings, ['m'], { slowAfterMs: 10_000 });
  expect(await tell('My name is Aziz')).toBe('I see.');
  vendor.settings.reply = () => ({ text: 'All right.' });
  const spokenUntilMs = Date.now() - 20_000;
  expect(await tell('I am a doctor', { spokenUntilMs })).toBe(`${words.agent_moment} All right.`);
});

/** Whole replies whose last character is no sentence mark. */

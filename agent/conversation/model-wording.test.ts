import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type InterviewPlan, interviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { CallEvent } from '../../lib/contracts/call-events.ts';
import { LanguageModel } from '../models/language-model.ts';
import {
  type ChatRequest,
  type LoopbackSettings,
  LoopbackVendor,
  type StagedReply,
} from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { Memory } from './memory.ts';
import { ModelWording } from './model-wording.ts';
import { ScriptWording } from './script-wording.ts';
import type { Cue, ReplyCue } from './wording.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

interface TalkOptions {
  mayAsk?: () => boolean;
  slowAfterMs?: number;
  firstTokenMs?: number;
  plan?: InterviewPlan;
  language?: Language;
}

async function talk(
  settings: Partial<LoopbackSettings>,
  models = ['m'],
  { mayAsk, slowAfterMs = 5_000, firstTokenMs = 5_000, plan = fourTopics, language = 'en' }: TalkOptions = {},
) {
  const vendor = await new LoopbackVendor({ firstTokenMs: 1, tokensPerS: 2_000, ...settings }).start();
  const found: CallEvent[] = [];
  const memory = new Memory(plan, language, (event) => found.push(event));
  const model = new LanguageModel(
    models.map((name) => ({ model: name, baseUrl: vendor.url })),
    { firstTokenMs, stallMs: 5_000 },
  );
  const script = new ScriptWording(memory);
  const wording = new ModelWording({ model, memory, script, mayAsk, slowAfterMs });
  onTestFinished(async () => {
    await wording.close();
    await vendor.close();
  });
  /** So many letters of the question are heard. */
  const heard = { letters: Infinity };
  let ended: string | undefined;
  const say = async (cue: Cue) => {
    const utterance = wording.say(cue);
    const { lead, rest } = utterance;
    const pieces = (await Array.fromAsync<string>(rest)).join(Array.isArray(rest) ? ' ' : '');
    const text = [...lead, pieces].join(' ').replaceAll(/\s+/g, ' ').trim();
    const isWhole = heard.letters >= text.length;
    utterance.heard(text.slice(0, heard.letters), isWhole);
    if (isWhole) ended = utterance.meaning.ends;
    return text;
  };
  // As each call begins.
  await say({ type: 'open' });
  const tell = (text?: string, more: Partial<ReplyCue> = {}) =>
    say({ type: 'reply', text, isUnrecognised: text === undefined, continues: false, ...more });
  return { tell, say, wording, memory, found, vendor, heard, ended: () => ended };
}

const isReading = ({ tools }: ChatRequest) => tools === undefined;
const reads = (answers: object[], asking: string | null = null) => ({
  text: JSON.stringify({ answers, asking }),
});

describe('a model that has no words', () => {
  it.each(['m:500', 'm:429', 'm:empty', 'm:garbage', 'm:hang'])(
    '%s: the script holds the interview to its end',
    async (model) => {
      const { tell, memory, found, ended } = await talk({}, [model], { firstTokenMs: 600 });
      expect(await tell('My name is Aziz')).toContain(words.agent_ask_profession);
      expect(await tell('I am a doctor')).toContain(words.agent_ask_goal);
      expect(await tell('More patients')).toContain(words.agent_ask_needs);
      expect(await tell('Somebody on the phone')).toContain(words.agent_goodbye);
      expect(Object.fromEntries(memory.answers)).toEqual({
        name: 'My name is Aziz',
        profession: 'I am a doctor',
        goal: 'More patients',
        needs: 'Somebody on the phone',
      });
      expect(found).toHaveLength(4);
      expect(ended()).toBe('finished');
    },
  );

  it('goes on where the conversation was, and does not ask again what is known', async () => {
    const settings: Partial<LoopbackSettings> = {
      reply: ({ messages }) =>
        messages.at(-1)?.role === 'user'
          ? {
              text: 'Nice to meet you, Aziz. And what is your goal?',
              calls: [
                {
                  name: 'save_answer',
                  args: {
                    answers: [
                      { topic: 'name', value: 'Aziz' },
                      { topic: 'profession', value: 'doctor' },
                    ],
                    asks: 'goal',
                  },
                },
              ],
            }
          : { text: 'And your goal?' },
      faults: {},
    };
    const { tell, memory, vendor } = await talk(settings);
    expect(await tell('I am Aziz, a doctor')).toContain('Nice to meet you');
    vendor.settings.faults.model = 500;
    expect(await tell('I want more patients')).toContain(words.agent_ask_needs);
    expect(Object.fromEntries(memory.answers)).toEqual({
      name: 'Aziz',
      profession: 'doctor',
      goal: 'I want more patients',
    });
  });

  it('an answer to a question of the model’s that is not known is noted under no topic, and nothing is asked that may have been answered', async () => {
    const { tell, memory, vendor } = await talk({
      reply: () => ({ text: 'As you like. And what is your profession?' }),
      faults: {},
    });
    await tell('I will not tell you my name');
    vendor.settings.faults.model = 500;
    expect(await tell('Stomatologist')).toBe(`${words.agent_thanks} ${words.agent_anything_else}`);
    expect(memory.answers.size).toBe(0);
  });

  it('what the visitor agrees to is no answer to an optional topic that is open', async () => {
    const plan = interviewPlan.parse({});
    const { tell, memory, vendor } = await talk(
      { reply: () => ({ text: '9 9 8, 9 0, 1 2 3, 4 5, 6 7: is that right?' }), faults: {} },
      ['m'],
      { plan },
    );
    for (const { id, required } of plan.topics) if (required) memory.answer(id, 'known', 'tool');
    const known = memory.answers.size;
    await tell('Call me');
    vendor.settings.faults.model = 500;
    await tell('Yes, that number is right');
    expect(memory.answers.size).toBe(known);
  });

  it.each(['How much does it cost?', 'narxi qancha'])('“%s” is no answer', async (question) => {
    const { tell, memory } = await talk({}, ['m:500']);
    expect(await tell(question)).toContain(words.agent_ask_name);
    expect(memory.answers.size).toBe(0);
  });
});

it('an answer in the words of a question is asked for once more, and then believed', async () => {
  const { tell, memory } = await talk({}, ['m:500']);
  await tell('Aziz');
  expect(await tell('who calls at night gets an answer')).toContain(words.agent_ask_profession);
  expect(await tell('How much does it cost?')).toContain(words.agent_ask_profession);
  expect(await tell('who calls at night gets an answer')).toContain(words.agent_ask_profession);
  expect(await tell('who calls at night gets an answer')).toContain(words.agent_ask_goal);
  expect(await tell('how to get more patients')).toContain(words.agent_ask_goal);
  expect(Object.fromEntries(memory.answers)).toEqual({
    name: 'Aziz',
    profession: 'who calls at night gets an answer',
  });
});

/** Answers each turn by saving this topic without a word, and fails where it is asked to go on. */
function savesSilently(topic: string, value: string): Partial<LoopbackSettings> {
  const faults: LoopbackSettings['faults'] = {};
  return {
    faults,
    reply: () => {
      faults.model = 500;
      return { calls: [{ name: 'save_answer', args: { answers: [{ topic, value }] } }] };
    },
  };
}

describe('a model that fails once', () => {
  it('does not end a call in which nothing is left to ask: the visitor may go on, and the model answers', async () => {
    const { tell, memory, vendor, ended } = await talk({ reply: () => ({ text: 'Yes, we do.' }) }, ['m'], {
      slowAfterMs: 5_000,
    });
    for (const { id } of fourTopics.topics) memory.answer(id, 'known', 'tool');
    vendor.settings.faults.model = 500;
    expect(await tell('Do you call on Sundays?')).toBe(`${words.agent_person} ${words.agent_anything_else}`);
    expect(ended()).toBeUndefined();
    vendor.settings.faults = {};
    expect(await tell('Do you call on Sundays?')).toBe('Yes, we do.');
    vendor.settings.faults.model = 500;
    expect(await tell('Thank you')).toBe(`${words.agent_thanks} ${words.agent_anything_else}`);
    expect(ended()).toBeUndefined();
    expect(Object.fromEntries(memory.answers)).toMatchObject({ needs: 'known' });
  });

  it('for good, with nothing left to ask, lets the call end with what happens next', async () => {
    const { tell, memory, ended } = await talk({}, ['m:500']);
    for (const { id } of fourTopics.topics) memory.answer(id, 'known', 'tool');
    expect(await tell('Do you call on Sundays?')).toBe(`${words.agent_person} ${words.agent_anything_else}`);
    expect(ended()).toBeUndefined();
    expect(await tell('In the morning.')).toBe(words.agent_goodbye);
    expect(ended()).toBe('finished');
  });

  it('after it has saved the answer: the next topic is asked about, and the answer is not taken for it too', async () => {
    const { tell, memory } = await talk(savesSilently('name', 'Aziz'), ['m']);
    expect(await tell('My name is Aziz')).toContain(words.agent_ask_profession);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
    expect(await tell('I am a doctor')).toContain(words.agent_ask_goal);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz', profession: 'I am a doctor' });
  });

  it('after it has saved the last answer does not end the call', async () => {
    const { tell, memory, ended } = await talk(savesSilently('needs', 'SMS'), ['m']);
    for (const id of ['name', 'profession', 'goal']) memory.answer(id, 'known', 'tool');
    expect(await tell('Send SMS')).toContain(words.agent_anything_else);
    expect(ended()).toBeUndefined();
  });
});

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

  it('in its goodbye does not end the call before the last answer is whole', async () => {
    const { tell, memory, heard, ended } = await talk({}, ['m:500']);
    for (const id of ['name', 'profession', 'goal']) memory.answer(id, 'known', 'tool');
    memory.asked = 'needs';
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

describe('a reply that is prepared', () => {
  const cue: ReplyCue = { type: 'reply', text: 'My name is', isUnrecognised: false, continues: false };
  const save = { name: 'save_answer', args: { answers: [{ topic: 'name', value: 'Aziz' }] } };

  it('changes nothing as long as it is not said, and is made once', async () => {
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
    // All before it is the same, so that a vendor can keep it.
    expect(
      new Set(systems.map((system) => system.split('Nothing is known')[0]?.split('Known already')[0])).size,
    ).toBe(1);
  });
});

describe('a model whose budget for the call is spent', () => {
  it('is not asked any more: the script goes on where the conversation was', async () => {
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

it('a model counts as slow the earlier, the longer its visitor has waited for the end of the turn', async () => {
  const settings = { firstTokenMs: 1_500, reply: () => ({ text: 'I see.' }) };
  const { tell, vendor } = await talk(settings, ['m'], { slowAfterMs: 10_000 });
  expect(await tell('My name is Aziz')).toBe('I see.');
  vendor.settings.reply = () => ({ text: 'All right.' });
  const spokenUntilMs = Date.now() - 20_000;
  expect(await tell('I am a doctor', { spokenUntilMs })).toBe(`${words.agent_moment} All right.`);
});

/** Whole replies whose last character is no sentence mark. */
const unmarkedEnds = [
  'Nice to meet you. What do you do for a living',
  'What do you do for a living? 😊',
  'Your number is nine nine eight, 4 5, 6 7',
  'Rahmat, tushundim: Toshkent',
];

describe.each([
  ['finish_reason and usage', {}],
  ['finish_reason', { hasUsage: false, isClosed: false }],
  ['[DONE]', { finish: null, hasUsage: false }],
])('a reply whose end is told by %s', (_name, end) => {
  it.each(unmarkedEnds)('is the model’s alone: “%s”', async (text) => {
    const { tell, memory } = await talk({ reply: () => ({ text, ...end }) });
    expect(await tell('I am Dilnoza, 998 4 5 6 7')).toBe(text);
    expect(memory.answers.size).toBe(0);
  });
});

describe('a reply that is no whole one', () => {
  it.each([
    ['its length', { finish: 'length' }],
    ['the end of the stream', { finish: null, isClosed: false, hasUsage: false }],
  ])('for %s is followed by the script, also after a whole sentence', async (_name, end) => {
    const { tell } = await talk({ reply: () => ({ text: 'Nice to meet you.', ...end }) });
    expect(await tell('My name is Aziz')).toBe(`Nice to meet you.… ${words.agent_ask_profession}`);
  });

  it('cut in its middle is said as far as it came, and the script asks on', async () => {
    const { tell, memory, vendor } = await talk({
      reply: () => ({ text: 'Nice to meet you, Aziz. What is your profession?' }),
      faults: { model: 'cut' },
    });
    expect(await tell('My name is Aziz')).toBe(`Nice to meet you, Aziz. What… ${words.agent_ask_profession}`);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'My name is Aziz' });
    vendor.settings.faults = { model: 500 };
    expect(await tell('I am a doctor')).toContain(words.agent_ask_goal);
    expect(memory.answers.get('profession')).toBe('I am a doctor');
  });

  it('without an end is ended, and the conversation goes on', async () => {
    const { tell, vendor } = await talk({
      reply: () => ({ text: 'I see.' }),
      faults: { model: 'endless' },
    });
    expect((await tell('My name is Aziz'))?.length).toBeLessThan(2_000);
    vendor.settings.faults = {};
    expect(await tell('I am a doctor')).toBe('I see.');
  });
});

describe('a tool call that cannot be read', () => {
  it('does not end the conversation', async () => {
    const { tell, vendor } = await talk({
      reply: ({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'Once more, please: what is your name?' }
          : { calls: [{ name: 'save_answer', args: {} }] },
    });
    vendor.settings.faults.model = 'bad_tool';
    expect(await tell('Aziz')).toBeDefined();
    vendor.settings.faults = {};
    vendor.settings.reply = () => ({ text: 'Thank you.' });
    expect(await tell('Aziz')).toBe('Thank you.');
  });
});

describe('words that nobody could recognise', () => {
  it('are asked for once more; then they are an answer without a text, and the script goes on', async () => {
    const { tell, memory, vendor } = await talk({});
    expect(await tell()).toBe(words.agent_repeat);
    expect(await tell()).toContain(words.agent_ask_profession);
    expect(memory.answers.size).toBe(0);
    expect(vendor.asked.filter(({ kind }) => kind === 'model')).toHaveLength(0);
  });

  it('again and again bring the hint that one can type, once, and are not asked for again', async () => {
    const { tell } = await talk({});
    expect(await tell()).toBe(words.agent_repeat);
    expect(await tell()).toContain(`${words.agent_type} ${words.agent_ask_profession}`);
    expect(await tell()).toBe(`${words.agent_thanks_profession} ${words.agent_ask_goal}`);
  });

  it('are asked for once more before they end the call', async () => {
    const { tell, memory, ended } = await talk({});
    for (const id of ['name', 'profession', 'goal']) memory.answer(id, 'known', 'tool');
    memory.asked = 'needs';
    expect(await tell()).toBe(words.agent_repeat);
    expect(ended()).toBeUndefined();
    expect(await tell()).toContain(words.agent_goodbye);
    expect(ended()).toBe('finished');
  });
});

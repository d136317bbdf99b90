import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { fourTopics } from '../testing/plan.ts';
import { startTextConversation } from '../testing/text-conversation.ts';
import type { LoopbackSettings } from '../testing/loopback-vendor.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

const words = messagesOf.en;

describe('a model that fails', () => {
  it.each(['m:500', 'm:429', 'm:empty', 'm:garbage', 'm:hang'])(
    '%s: the script completes the interview',
    async (model) => {
      const { replyTo, memory, events, endReason } = await startTextConversation({}, [model], {
        firstTokenMs: 600,
      });
      expect(await replyTo('My name is Aziz')).toContain(words.agent_ask_profession);
      expect(await replyTo('I am a doctor')).toContain(words.agent_ask_goal);
      expect(await replyTo('More patients')).toContain(words.agent_ask_needs);
      expect(await replyTo('Somebody on the phone')).toContain(words.agent_goodbye);
      expect(Object.fromEntries(memory.answers)).toEqual({
        name: 'My name is Aziz',
        profession: 'I am a doctor',
        goal: 'More patients',
        needs: 'Somebody on the phone',
      });
      expect(events).toHaveLength(4);
      expect(endReason()).toBe('finished');
    },
  );

  it('is replaced by the script at the same place, without repeating answered questions', async () => {
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
    const { replyTo, memory, vendor } = await startTextConversation(settings);
    expect(await replyTo('I am Aziz, a doctor')).toContain('Nice to meet you');
    vendor.settings.faults.model = 500;
    expect(await replyTo('I want more patients')).toContain(words.agent_ask_needs);
    expect(Object.fromEntries(memory.answers)).toEqual({
      name: 'Aziz',
      profession: 'doctor',
      goal: 'I want more patients',
    });
  });

  it("if the topic of the model's question is unknown, the answer is saved under no topic, and the script asks about none", async () => {
    const { replyTo, memory, vendor } = await startTextConversation({
      reply: () => ({ text: 'As you like. And what is your profession?' }),
      faults: {},
    });
    await replyTo('I will not tell you my name');
    vendor.settings.faults.model = 500;
    expect(await replyTo('Stomatologist')).toBe(`${words.agent_thanks} ${words.agent_anything_else}`);
    expect(memory.answers.size).toBe(0);
  });

  it.each([
    ['uz', 'Yaxshi. Ismingizni ayting.', 'Aziz'],
    ['ru', 'Хорошо. Назовите, пожалуйста, ваше имя.', 'Азиз'],
    ['en', 'All right. Please tell me your name.', 'Aziz'],
  ] as const)(
    "the script does not repeat the model's question, even one without a question mark (%s)",
    async (language, text, name) => {
      const { replyTo, vendor } = await startTextConversation(
        { reply: () => ({ text }), faults: {} },
        ['m'],
        { language },
      );
      await replyTo('Yes');
      vendor.settings.faults.model = 500;
      expect(await replyTo(name)).not.toContain(messagesOf[language].agent_ask_name);
    },
  );

  it("a visitor's agreement is no answer to an open optional topic", async () => {
    const plan = interviewPlan.parse({});
    const { replyTo, memory, vendor } = await startTextConversation(
      { reply: () => ({ text: '9 9 8, 9 0, 1 2 3, 4 5, 6 7: is that right?' }), faults: {} },
      ['m'],
      { plan },
    );
    for (const { id, required } of plan.topics) if (required) memory.saveAnswer(id, 'known', 'tool');
    const known = memory.answers.size;
    await replyTo('Call me');
    vendor.settings.faults.model = 500;
    await replyTo('Yes, that number is right');
    expect(memory.answers.size).toBe(known);
  });

  it.each(['How much does it cost?', 'narxi qancha'])('“%s” is no answer', async (question) => {
    const { replyTo, memory } = await startTextConversation({}, ['m:500']);
    expect(await replyTo(question)).toContain(words.agent_ask_name);
    expect(memory.answers.size).toBe(0);
  });
});

it('an answer that sounds like a question is asked for once more, and then accepted', async () => {
  const { replyTo, memory } = await startTextConversation({}, ['m:500']);
  await replyTo('Aziz');
  expect(await replyTo('who calls at night gets an answer')).toContain(words.agent_ask_profession);
  expect(await replyTo('How much does it cost?')).toContain(words.agent_ask_profession);
  expect(await replyTo('who calls at night gets an answer')).toContain(words.agent_ask_profession);
  expect(await replyTo('who calls at night gets an answer')).toContain(words.agent_ask_goal);
  expect(await replyTo('how to get more patients')).toContain(words.agent_ask_goal);
  expect(Object.fromEntries(memory.answers)).toEqual({
    name: 'Aziz',
    profession: 'who calls at night gets an answer',
  });
});

it.each([
  ['en', 'Bye, I have no time'],
  ['uz', 'Vaqtim yoʻq, xayr'],
  ['ru', 'Мне пора, до свидания'],
] as const)('a goodbye is no answer, and the script says goodbye, too (%s)', async (language, farewell) => {
  const { replyTo, memory, endReason } = await startTextConversation({}, ['m:500'], { language });
  await replyTo('Aziz');
  expect(await replyTo(farewell)).toContain(messagesOf[language].agent_goodbye);
  expect([...memory.answers.keys()]).toEqual(['name']);
  expect(endReason()).toBe('finished');
});

it.each(['Hello!', 'Xayrli kun!', 'Доброго дня!'])(
  'a greeting is neither an answer nor a goodbye: %s',
  async (greeting) => {
    const { replyTo, memory } = await startTextConversation({}, ['m:500']);
    expect(Object.values(messagesOf).map((each) => each.agent_ask_name)).toContain(await replyTo(greeting));
    expect(memory.answers.size).toBe(0);
  },
);

it('half a sentence is asked for once more, and then accepted', async () => {
  const { replyTo, memory } = await startTextConversation({}, ['m:500']);
  expect(await replyTo('My name is')).toBe(words.agent_repeat);
  expect(await replyTo('Aziz')).toContain(words.agent_ask_profession);
  expect(await replyTo('I work for the')).toBe(words.agent_repeat);
  expect(await replyTo('I work for the')).toContain(words.agent_ask_goal);
  expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz', profession: 'I work for the' });
});

it('a visitor who wants to hear the question again hears it', async () => {
  const { replyTo, memory } = await startTextConversation({}, ['m:500']);
  await replyTo('Aziz');
  expect(await replyTo('Sorry, what did you say?')).toBe(words.agent_ask_profession);
  expect([...memory.answers.keys()]).toEqual(['name']);
});

/** A model that saves this topic without words, and fails when it has to continue. */
function silentSaveThenFailure(topic: string, value: string): Partial<LoopbackSettings> {
  const faults: LoopbackSettings['faults'] = {};
  return {
    faults,
    reply: () => {
      faults.model = 500;
      return { calls: [{ name: 'save_answer', args: { answers: [{ topic, value }] } }] };
    },
  };
}

describe('a model that fails without open questions', () => {
  it('once does not end the call: the visitor may continue, and the model answers', async () => {
    const { replyTo, memory, vendor, endReason } = await startTextConversation(
      { reply: () => ({ text: 'Yes, we do.' }) },
      ['m'],
      {
        fillerAfterMs: 5_000,
      },
    );
    for (const { id } of fourTopics.topics) memory.saveAnswer(id, 'known', 'tool');
    vendor.settings.faults.model = 500;
    expect(await replyTo('Do you call on Sundays?')).toBe(
      `${words.agent_person} ${words.agent_anything_else}`,
    );
    expect(endReason()).toBeUndefined();
    vendor.settings.faults = {};
    expect(await replyTo('Do you call on Sundays?')).toBe('Yes, we do.');
    vendor.settings.faults.model = 500;
    expect(await replyTo('Thank you')).toBe(`${words.agent_thanks} ${words.agent_anything_else}`);
    expect(endReason()).toBeUndefined();
    expect(Object.fromEntries(memory.answers)).toMatchObject({ needs: 'known' });
  });

  it('twice in a row ends the call', async () => {
    const { replyTo, memory, endReason } = await startTextConversation({}, ['m:500']);
    for (const { id } of fourTopics.topics) memory.saveAnswer(id, 'known', 'tool');
    expect(await replyTo('Do you call on Sundays?')).toBe(
      `${words.agent_person} ${words.agent_anything_else}`,
    );
    expect(endReason()).toBeUndefined();
    expect(await replyTo('In the morning.')).toBe(words.agent_goodbye);
    expect(endReason()).toBe('finished');
  });
});

describe('a model that fails after it has saved an answer', () => {
  it('is replaced by the script, which asks the next topic and does not use the answer twice', async () => {
    const { replyTo, memory } = await startTextConversation(silentSaveThenFailure('name', 'Aziz'), ['m']);
    expect(await replyTo('My name is Aziz')).toContain(words.agent_ask_profession);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz' });
    expect(await replyTo('I am a doctor')).toContain(words.agent_ask_goal);
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'Aziz', profession: 'I am a doctor' });
  });

  it('does not end the call, even if it was the last answer', async () => {
    const { replyTo, memory, endReason } = await startTextConversation(
      silentSaveThenFailure('needs', 'SMS'),
      ['m'],
    );
    for (const id of ['name', 'profession', 'goal']) memory.saveAnswer(id, 'known', 'tool');
    expect(await replyTo('Send SMS')).toContain(words.agent_anything_else);
    expect(endReason()).toBeUndefined();
  });
});

/** Whole replies whose last character is no sentence mark. */
const repliesWithoutFinalMark = [
  'Nice to meet you. What do you do for a living',
  'What do you do for a living? 😊',
  'Your number is nine nine eight, 4 5, 6 7',
  'Rahmat, tushundim: Toshkent',
];

describe.each([
  ['finish_reason, usage and [DONE]', {}],
  ['finish_reason', { hasUsage: false, isClosed: false }],
  ['[DONE]', { finish: null, hasUsage: false }],
])('a reply whose stream ends with %s', (_name, end) => {
  it.each(repliesWithoutFinalMark)('needs no words of the script: “%s”', async (text) => {
    const { replyTo, memory } = await startTextConversation({ reply: () => ({ text, ...end }) });
    expect(await replyTo('I am Dilnoza, 998 4 5 6 7')).toBe(text.replace(' 😊', ''));
    expect(memory.answers.size).toBe(0);
  });
});

describe('an incomplete reply', () => {
  it.each([
    ['its length', { finish: 'length' }],
    ['the end of the stream', { finish: null, isClosed: false, hasUsage: false }],
  ])('because of %s is continued by the script, also after a whole sentence', async (_name, end) => {
    const { replyTo } = await startTextConversation({ reply: () => ({ text: 'Nice to meet you.', ...end }) });
    expect(await replyTo('My name is Aziz')).toBe(`Nice to meet you.… ${words.agent_ask_profession}`);
  });

  it('that is cut in its middle is spoken up to there, and the script asks the next question', async () => {
    const { replyTo, memory, vendor } = await startTextConversation({
      reply: () => ({ text: 'Nice to meet you, Aziz. What is your profession?' }),
      faults: { model: 'cut' },
    });
    expect(await replyTo('My name is Aziz')).toBe(
      `Nice to meet you, Aziz. What… ${words.agent_ask_profession}`,
    );
    expect(Object.fromEntries(memory.answers)).toEqual({ name: 'My name is Aziz' });
    vendor.settings.faults = { model: 500 };
    expect(await replyTo('I am a doctor')).toContain(words.agent_ask_goal);
    expect(memory.answers.get('profession')).toBe('I am a doctor');
  });

  it('counts for the budget with the words that the visitor heard of it', async () => {
    const spoken: string[] = [];
    const { replyTo, heard } = await startTextConversation(
      {
        reply: () => ({ text: 'Nice to meet you, Aziz. What is your profession?' }),
        faults: { model: 'cut' },
      },
      ['m'],
      { onSpoke: (text) => spoken.push(text) },
    );
    await replyTo('My name is Aziz');
    heard.letters = 'Nice to meet'.length;
    await replyTo('I am a doctor');
    expect(spoken).toEqual(['Nice to meet you, Aziz. What', 'Nice to meet']);
  });

  it('that never ends is cut, and the conversation continues', async () => {
    const { replyTo, vendor } = await startTextConversation({
      reply: () => ({ text: 'I see.' }),
      faults: { model: 'endless' },
    });
    expect((await replyTo('My name is Aziz'))?.length).toBeLessThan(2_000);
    vendor.settings.faults = {};
    expect(await replyTo('I am a doctor')).toBe('I see.');
  });
});

describe('an unreadable tool call', () => {
  it('that is repeated without words leaves the reply to the script', async () => {
    const { replyTo, vendor } = await startTextConversation({
      reply: () => ({ calls: [{ name: 'save_answer', args: {} }] }),
    });
    vendor.settings.faults.model = 'bad_tool';
    expect(await replyTo('Aziz')).toContain(words.agent_ask_profession);
    vendor.settings.faults = {};
    vendor.settings.reply = () => ({ text: 'Thank you.' });
    expect(await replyTo('Aziz')).toBe('Thank you.');
  });
});

describe('words that no recogniser understood', () => {
  it('are asked for once more, then cause one hint that typing is possible, and are saved as no answer', async () => {
    const { replyTo, memory, vendor } = await startTextConversation({});
    expect(await replyTo()).toBe(words.agent_repeat);
    expect(await replyTo()).toContain(`${words.agent_type} ${words.agent_ask_profession}`);
    expect(await replyTo()).toBe(`${words.agent_thanks_profession} ${words.agent_ask_goal}`);
    expect(memory.answers.size).toBe(0);
    expect(vendor.requests.filter(({ kind }) => kind === 'model')).toHaveLength(0);
  });

  it('are asked for once more before they end the call', async () => {
    const { replyTo, memory, endReason } = await startTextConversation({});
    for (const id of ['name', 'profession', 'goal']) memory.saveAnswer(id, 'known', 'tool');
    memory.question = { topic: 'needs' };
    expect(await replyTo()).toBe(words.agent_repeat);
    expect(endReason()).toBeUndefined();
    expect(await replyTo()).toContain(words.agent_goodbye);
    expect(endReason()).toBe('finished');
  });
});

import { describe, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Recognizer, Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { startTestCall } from '../testing/test-call.ts';
import { fourTopics } from '../testing/plan.ts';
import { textOf } from '../../lib/server/plan/script.ts';

const words = { ...messagesOf.en, agent_greeting: textOf('agent_greeting', fourTopics, 'en') };
const alwaysReplies = (text: string) => () => ({ text });

const tone = (ms: number) => new Int16Array(24 * ms).fill(5_000);

describe('the notice of AI and recording', () => {
  it.concurrent(
    'is followed by the first question if recognition fails for speech during it',
    async (test) => {
      const { expect } = test;
      const call = await startTestCall(test, { model: alwaysReplies('I see.') });
      call.vendor.settings.faults.recognition = 500;
      await call.say('');
      await call.untilHeard(words.agent_ask_name);
      expect(call.heard()).toEqual([words.agent_greeting, words.agent_ask_name]);
    },
  );
});

it('the recogniser of the call’s language is loaded at the start of the call', async (test) => {
  const warmed: string[] = [];
  const recognizer: Recognizer = {
    name: 'local',
    warm: async (language) => void warmed.push(language),
    transcribe: async () => ({ text: 'Aziz' }),
  };
  const { expect } = test;
  await startTestCall(test, { model: alwaysReplies('Nice to meet you.'), recognizers: [recognizer] });
  expect(warmed).toEqual(['en']);
});

describe('the plan’s own greeting', () => {
  const greeting = 'Welcome to the clinic of Doctor Karimov, open day and night, at any hour of the week.';
  const plan = { ...fourTopics, greeting: { en: greeting } };

  it.concurrent('comes before the first question, and can be interrupted by typing', async (test) => {
    const { expect } = test;
    const call = await startTestCall(test, { model: alwaysReplies('A colleague will tell you.'), plan });
    call.vendor.settings.voiceMsPerLetter = 40;
    await expect.poll(() => call.vendor.requests.some(({ text }) => text === greeting)).toBe(true);
    await call.untilHeard(words.agent_greeting);
    call.type('What does it cost?');
    await call.untilHeard('A colleague will tell you.');
    expect(call.heard().join(' ')).not.toContain(words.agent_ask_name);
  });

  it.concurrent('is also said to a visitor who typed during the notice', async (test) => {
    const { expect } = test;
    const call = await startTestCall(test, { model: alwaysReplies('A colleague will tell you.'), plan });
    call.type('What does it cost?');
    await call.untilHeard('A colleague will tell you.');
    expect(call.heard()).toEqual([words.agent_greeting, `${greeting} A colleague will tell you.`]);
  });
});

describe('a question', () => {
  it.concurrent(
    'is asked again after each noise, and noises do not end the call as silences do',
    async (test) => {
      const { expect } = test;
      const call = await startTestCall(test, {
        model: alwaysReplies('Are you there?'),
        waits: { answerMs: 6_000, typedAnswerMs: 6_000, noiseMs: 300 },
      });
      await call.untilHeard(words.agent_ask_name);
      for (let times = 1; times <= 3; times++) {
        await call.say('');
        await call.untilHeard('Are you there?', times);
      }
      expect(call.endReason()).toBeUndefined();
    },
  );
});

describe('a spoken turn', () => {
  it.concurrent('stops the agent, and the history has the part that was heard', async (test) => {
    const { expect } = test;
    const long =
      'We sell carpets of many kinds, and each of them has a story of its own that I like to tell.';
    const call = await startTestCall(test, {
      model: ({ said }) => ({ text: said === 'Tell me' ? long : 'Of course.' }),
    });
    await call.untilHeard(words.agent_ask_name);
    call.vendor.settings.voiceMsPerLetter = 60;
    call.type('Tell me');
    const beforeMs = call.heardMs();
    await expect.poll(call.heardMs).toBeGreaterThan(beforeMs + 600);
    await call.say('Stop it please');
    await call.untilHeard('Of course.');
    const [cut = ''] = call.heard().slice(2);
    expect(long.startsWith(cut) && cut !== long && cut !== '').toBe(true);
    const [interrupted] = call.turns.filter(({ text }) => text === cut);
    // A filler may precede it on a slow machine.
    const answer = call.turns.findLast(({ text }) => text?.endsWith('Of course.'));
    expect(interrupted?.endedAtMs).toBeLessThanOrEqual(answer?.startedAtMs ?? NaN);
    expect(JSON.stringify(call.requests.at(-1)?.request.messages)).toContain(JSON.stringify(cut));
  });
});

describe('the budget of a day', () => {
  it.concurrent('once spent, lets the script take over the running call', async (test) => {
    const { expect } = test;
    let isSpent = false;
    const call = await startTestCall(test, {
      model: alwaysReplies('A colleague will tell you.'),
      isMoneySpent: () => isSpent,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('What does it cost?');
    await call.untilHeard('A colleague will tell you.');
    isSpent = true;
    call.type('Really?');
    await call.untilHeard(words.agent_person);
    expect(call.requests).toHaveLength(1);
  });

  it.concurrent('includes the cost of a reply during which the visitor left', async (test) => {
    const { expect } = test;
    const call = await startTestCall(test, {
      model: alwaysReplies('A colleague will tell you. '.repeat(100)),
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('What does it cost?');
    await expect.poll(() => call.requests.length).toBe(1);
    call.leave();
    expect(await call.untilEnded()).toBe('visitor_left');
    expect(call.spent()?.promptTokens).toBeGreaterThan(0);
  });
});

it.concurrent(
  'the voice follows a visitor who changes the language, and so does the script',
  async (test) => {
    const { expect } = test;
    const voiced: { text: string; language: string }[] = [];
    const voice: Synthesizer = {
      name: 'tone',
      async *synthesize(text, { language }) {
        voiced.push({ text, language });
        yield tone(200);
      },
      warm: async () => {},
    };
    const question = 'Очень приятно, Дильшод. Чем вы занимаетесь?';
    const call = await startTestCall(test, { model: alwaysReplies(question), voices: [voice] });
    await call.untilHeard(words.agent_ask_name);
    call.type('Меня зовут Дильшод');
    await call.untilHeard(question);
    call.vendor.settings.faults.model = 500;
    call.disconnect();
    call.reconnect();
    await call.untilHeard(messagesOf.ru.agent_welcome_back);
    const russian = voiced.filter(({ text }) => /\p{Script=Cyrillic}/u.test(text));
    expect(russian.length).toBeGreaterThanOrEqual(3);
    expect(new Set(russian.map(({ language }) => language))).toEqual(new Set(['ru']));
  },
);

it.concurrent(
  'a turn reports how long the visitor waited, and why the script replaced the model',
  async (test) => {
    const { expect } = test;
    const message = 'The model loopback does not exist';
    const refuse = () => ({ refusal: { status: 404, message } });
    const call = await startTestCall(test, { model: refuse, extract: refuse });
    await call.untilHeard(words.agent_ask_name);
    await call.say('Aziz');
    await call.untilHeard(words.agent_ask_profession);
    const { metrics } = call.turns.findLast(({ speaker }) => speaker === 'agent') ?? {};
    expect(metrics).toMatchObject({
      engine: 'script',
      interrupted: false,
      recognizer: 'openai',
      failures: [{ part: 'language_model', vendor: 'loopback', kind: 'unknown_model' }],
    });
    expect(metrics?.endOfTurnMs).toBeGreaterThan(300);
    expect(metrics?.totalMs).toBeGreaterThanOrEqual(metrics?.endOfTurnMs ?? Infinity);
  },
);

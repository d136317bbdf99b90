import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { startTestCall, shortWaits } from './test-call.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import { fourTopics } from './plan.ts';
import { modelFrom, endCall, save } from './scenarios/scenario.ts';

const words = { ...messagesOf.en, agent_greeting: textOf('agent_greeting', fourTopics, 'en') };
const scriptedQuestions = Object.entries(words).flatMap(([key, text]) =>
  /^agent_ask_(again_)?\w+$/.test(key) ? [text] : [],
);
const asksByScript = (texts: readonly string[]) =>
  texts.filter((text) => scriptedQuestions.some((question) => text.includes(question)));

const allAnswers = {
  name: 'Dilnoza',
  profession: 'sells carpets',
  goal: 'more orders',
  needs: 'answer calls',
};

describe('end_call', () => {
  it.concurrent('is obeyed after the text of its reply, even if it comes before that text', async (test) => {
    const callBack = { name: 'call_back_at', args: { when: 'tomorrow at ten' } };
    const call = await startTestCall(test, {
      model: modelFrom({
        'Tomorrow at ten': {
          text: 'Tomorrow at ten, then. Goodbye!',
          calls: [callBack, save(allAnswers), endCall],
          hasCallsFirst: true,
        },
      }),
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Tomorrow at ten');
    expect(await call.untilEnded()).toBe('agent_closed');
    expect(call.heard().at(-1)).toBe('Tomorrow at ten, then. Goodbye!');
    expect(call.requests).toHaveLength(1);
  });

  it.concurrent(
    'without words is preceded by the goodbye of the script, and the model is not asked again',
    async (test) => {
      const call = await startTestCall(test, {
        model: modelFrom({
          Bye: { calls: [save(allAnswers), { name: 'end_call', args: { reason: 'visitor_wishes' } }] },
        }),
        waits: shortWaits,
      });
      await call.untilHeard(words.agent_ask_name);
      call.type('Bye');
      expect(await call.untilEnded()).toBe('agent_closed');
      expect(call.heard().at(-1)).toBe(words.agent_goodbye);
      expect(call.requests).toHaveLength(1);
    },
  );
});

describe('a visitor who is silent', () => {
  const question = 'How many carpets do you sell in a month?';

  it.concurrent('is asked by the model, in its own words', async (test) => {
    const again = 'About how many carpets is it?';
    const call = await startTestCall(test, {
      model: modelFrom(
        { Dilnoza: { text: `Nice to meet you, Dilnoza. ${question}`, calls: [save({ name: 'Dilnoza' })] } },
        { text: again },
      ),
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(again, 2);
    expect(await call.untilEnded()).toBe('agent_closed');
    expect(call.heard().slice(3)).toEqual([again, again, words.agent_goodbye]);
  });

  it.concurrent.for([
    ['no answers saved', []],
    [
      'answers saved, without the topic of the question',
      [save({ name: 'Dilnoza', profession: 'sells carpets' })],
    ],
  ] as const)(
    'is asked the last question again by the script if the model then fails (%s)',
    async ([, saved], test) => {
      const call = await startTestCall(test, {
        model: modelFrom({ Dilnoza: { text: `Nice to meet you. ${question}`, calls: [...saved] } }),
        waits: shortWaits,
      });
      await call.untilHeard(words.agent_ask_name);
      call.type('Dilnoza');
      await call.untilHeard(question);
      call.vendor.settings.faults.model = 500;
      await call.untilEnded();
      expect(call.heard().slice(3)).toEqual([question, question, words.agent_goodbye]);
    },
  );
});

describe('the script in place of a failed model', () => {
  it.concurrent(
    'does not claim to have heard nothing, and the model continues after its words',
    async (test) => {
      const call = await startTestCall(test, {
        model: modelFrom({
          'Answer calls': { text: 'Your number is the one you left, right?', calls: [save(allAnswers)] },
          'Tomorrow at ten': { text: 'Tomorrow at ten, then. Goodbye!', calls: [endCall] },
        }),
      });
      await call.untilHeard(words.agent_ask_name);
      call.type('Answer calls');
      await call.untilHeard('the one you left');
      call.vendor.settings.faults.model = 500;
      call.type('Yes, that is right');
      await call.untilHeard(`${words.agent_thanks} ${words.agent_anything_else}`);
      call.vendor.settings.faults = {};
      call.type('Tomorrow at ten');
      expect(await call.untilEnded()).toBe('agent_closed');
      const history = JSON.stringify(call.requests.at(-1)?.request.messages);
      expect(history).toContain('Yes, that is right');
      expect(history).toContain(words.agent_anything_else);
      expect(asksByScript(call.heard().slice(2))).toEqual([]);
    },
  );
});

describe('words that no recogniser understood', () => {
  it.concurrent(
    "are asked for once more before any thanks, and the model's history shows them",
    async (test) => {
      const call = await startTestCall(test, {
        model: modelFrom({ 'I sell carpets': { text: 'Carpets, good. What is your goal?' } }),
      });
      await call.untilHeard(words.agent_ask_name);
      call.vendor.settings.faults.recognition = 500;
      await call.say('');
      await call.untilHeard(words.agent_repeat);
      call.vendor.settings.faults = {};
      await call.say('I sell carpets');
      await call.untilHeard('Carpets, good.');
      expect(call.heard()).toEqual([
        words.agent_greeting,
        words.agent_ask_name,
        words.agent_repeat,
        'Carpets, good. What is your goal?',
      ]);
      expect(JSON.stringify(call.requests.at(-1)?.request.messages)).toMatch(/could not be recognised/);
    },
  );
});

describe('a returning visitor', () => {
  const carpets = 'How many carpets do you sell?';

  it.concurrent('is asked the last question again, by the model', async (test) => {
    const back = 'There you are again. So, how many carpets is it?';
    const call = await startTestCall(test, {
      model: modelFrom({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }, { text: back }),
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(carpets);
    call.disconnect();
    call.reconnect();
    await call.untilHeard(back);
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
  });

  it.concurrent('is asked the same by the script if the model fails', async (test) => {
    const call = await startTestCall(test, {
      model: modelFrom({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }),
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(carpets);
    call.vendor.settings.faults.model = 500;
    call.disconnect();
    call.reconnect();
    await call.untilHeard(`${words.agent_welcome_back} ${carpets}`);
  });
});

describe('a call without a model', () => {
  const model = () => ({});

  it.concurrent(
    'ends with a goodbye at the third unanswered wait in a row, even if the visitor was heard before',
    async (test) => {
      const call = await startTestCall(test, { model, isScripted: true, waits: shortWaits });
      await call.untilHeard(words.agent_ask_name);
      await call.say('Dilnoza');
      await call.untilHeard(words.agent_ask_profession);
      expect(await call.untilEnded()).toBe('agent_closed');
      expect(call.heard().slice(3)).toEqual([
        words.agent_ask_again_profession,
        `${words.agent_move_on} ${words.agent_ask_goal}`,
        words.agent_goodbye,
      ]);
      expect(call.turns.filter(({ speaker }) => speaker === 'visitor')).toHaveLength(1);
    },
  );
});

describe('a call with a model that calls no tools: the product saves the answers and ends the call', () => {
  const message = 'loopback does not support tools';
  it.concurrent.for([
    ['its server refuses tools', true],
    ['it ignores them', false],
  ] as const)('%s', async ([, refuses], test) => {
    const model = modelFrom({
      Dilnoza: { text: 'Nice to meet you. What do you do?' },
      'I sell carpets': { text: 'A colleague will call you. Goodbye!' },
    });
    const quotes = [
      { topic: 'name', value: 'Dilnoza', quote: 'Dilnoza' },
      { topic: 'profession', value: 'carpets', quote: 'I sell carpets' },
      { topic: 'goal', value: 'invented', quote: 'I want more orders' },
    ];
    const call = await startTestCall(test, {
      model: (turn) => (refuses && turn.request.tools ? { refusal: { status: 400, message } } : model(turn)),
      extract: () => ({ text: JSON.stringify({ answers: quotes }) }),
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard('What do you do?');
    call.type('I sell carpets');
    expect(await call.untilEnded()).toBe('agent_closed');
    expect(call.savedAnswers()).toEqual({ name: 'Dilnoza', profession: 'carpets' });
    expect(call.turns.flatMap(({ metrics }) => metrics?.failures ?? [])).toEqual([]);
  });
});

it.concurrent('a model that saves answers is not asked to extract them', async (test) => {
  let extractions = 0;
  const call = await startTestCall(test, {
    model: modelFrom({ Dilnoza: { text: 'Goodbye, Dilnoza!', calls: [save({ name: 'Dilnoza' })] } }),
    extract: () => (extractions++, {}),
    waits: shortWaits,
  });
  await call.untilHeard(words.agent_ask_name);
  call.type('Dilnoza');
  await call.untilEnded();
  expect(extractions).toBe(0);
});

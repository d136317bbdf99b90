import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { holdCall, quick } from './hold-call.ts';
import { textOf } from '../../lib/server/plan/script.ts';
import { fourTopics } from './plan.ts';
import { answers, endCall, save } from './scenarios/scenario.ts';

const words = { ...messagesOf.en, agent_greeting: textOf('agent_greeting', fourTopics, 'en') };
const scriptedQuestions = Object.entries(words).flatMap(([key, text]) =>
  /^agent_ask_(again_)?\w+$/.test(key) ? [text] : [],
);
const asksByScript = (texts: readonly string[]) =>
  texts.filter((text) => scriptedQuestions.some((question) => text.includes(question)));

const all = { name: 'Dilnoza', profession: 'sells carpets', goal: 'more orders', needs: 'answer calls' };

describe('end_call', () => {
  // c08
  it.concurrent(
    'before the text of the same reply: the text is the last words that are heard',
    async (test) => {
      const callBack = { name: 'call_back_at', args: { when: 'tomorrow at ten' } };
      const call = await holdCall(test, {
        model: answers({
          'Tomorrow at ten': {
            text: 'Tomorrow at ten, then. Goodbye!',
            calls: [callBack, save(all), endCall],
            callsFirst: true,
          },
        }),
        waits: quick,
      });
      await call.untilHeard(words.agent_ask_name);
      call.type('Tomorrow at ten');
      expect(await call.ends()).toBe('agent_closed');
      expect(call.heard().at(-1)).toBe('Tomorrow at ten, then. Goodbye!');
      expect(call.requests).toHaveLength(1);
    },
  );

  it.concurrent('without a goodbye: the script says it, and the model is not asked again', async (test) => {
    const call = await holdCall(test, {
      model: answers({
        Bye: { calls: [save(all), { name: 'end_call', args: { reason: 'visitor_wishes' } }] },
      }),
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Bye');
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().at(-1)).toBe(words.agent_goodbye);
    expect(call.requests).toHaveLength(1);
  });
});

describe('a visitor who is silent', () => {
  const question = 'How many carpets do you sell in a month?';

  // c03
  it.concurrent('is asked by the model, in its own words', async (test) => {
    const again = 'About how many carpets is it?';
    const call = await holdCall(test, {
      model: answers(
        { Dilnoza: { text: `Nice to meet you, Dilnoza. ${question}`, calls: [save({ name: 'Dilnoza' })] } },
        { text: again },
      ),
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(again, 2);
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().slice(3)).toEqual([again, again, words.agent_goodbye]);
  });

  // c03, c04
  it.concurrent.for([
    ['nothing saved', []],
    ['saved, without saying what it asks about', [save({ name: 'Dilnoza', profession: 'sells carpets' })]],
  ] as const)(
    'is asked the same again, and nothing else, if the model then fails (%s)',
    async ([, saved], test) => {
      const call = await holdCall(test, {
        model: answers({ Dilnoza: { text: `Nice to meet you. ${question}`, calls: [...saved] } }),
        waits: quick,
      });
      await call.untilHeard(words.agent_ask_name);
      call.type('Dilnoza');
      await call.untilHeard(question);
      call.vendor.settings.faults.model = 500;
      await call.ends();
      expect(call.heard().slice(3)).toEqual([question, question, words.agent_goodbye]);
    },
  );
});

describe('the script as a replacement of the model', () => {
  // c06
  it.concurrent(
    'does not claim to have heard nothing, and the model continues after its words',
    async (test) => {
      const call = await holdCall(test, {
        model: answers({
          'Answer calls': { text: 'Your number is the one you left, right?', calls: [save(all)] },
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
      expect(await call.ends()).toBe('agent_closed');
      const history = JSON.stringify(call.requests.at(-1)?.request.messages);
      expect(history).toContain('Yes, that is right');
      expect(history).toContain(words.agent_anything_else);
      expect(asksByScript(call.heard().slice(2))).toEqual([]);
    },
  );
});

describe('words that nobody could recognise', () => {
  // e05, e06, v01
  it.concurrent(
    "are asked for once more before any thanks, and the model's history shows them",
    async (test) => {
      const call = await holdCall(test, {
        model: answers({ 'I sell carpets': { text: 'Carpets, good. What is your goal?' } }),
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

  // h01
  it.concurrent('is asked the last question again, by the model', async (test) => {
    const back = 'There you are again. So, how many carpets is it?';
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }, { text: back }),
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(carpets);
    call.lose();
    call.return();
    await call.untilHeard(back);
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
  });

  it.concurrent('is asked the same by the script if the model fails', async (test) => {
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }),
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard(carpets);
    call.vendor.settings.faults.model = 500;
    call.lose();
    call.return();
    await call.untilHeard(`${words.agent_welcome_back} ${carpets}`);
  });
});

describe('a call without a model', () => {
  const model = () => ({});

  it.concurrent(
    'ends with a goodbye at the third unanswered wait in a row, even if the visitor was heard before',
    async (test) => {
      const call = await holdCall(test, { model, scripted: true, waits: quick });
      await call.untilHeard(words.agent_ask_name);
      await call.say('Dilnoza');
      await call.untilHeard(words.agent_ask_profession);
      expect(await call.ends()).toBe('agent_closed');
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
  // a02
  it.concurrent.for([
    ['its server refuses tools', true],
    ['it ignores them', false],
  ] as const)('%s', async ([, refuses], test) => {
    const talk = answers({
      Dilnoza: { text: 'Nice to meet you. What do you do?' },
      'I sell carpets': { text: 'A colleague will call you. Goodbye!' },
    });
    const quotes = [
      { topic: 'name', value: 'Dilnoza', quote: 'Dilnoza' },
      { topic: 'profession', value: 'carpets', quote: 'I sell carpets' },
      { topic: 'goal', value: 'invented', quote: 'I want more orders' },
    ];
    const call = await holdCall(test, {
      model: (turn) => (refuses && turn.request.tools ? { refusal: { status: 400, message } } : talk(turn)),
      reads: () => ({ text: JSON.stringify({ answers: quotes }) }),
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.untilHeard('What do you do?');
    call.type('I sell carpets');
    expect(await call.ends()).toBe('agent_closed');
    expect(call.found()).toEqual({ name: 'Dilnoza', profession: 'carpets' });
    expect(call.turns.flatMap(({ metrics }) => metrics?.failures ?? [])).toEqual([]);
  });

  it.concurrent('a model that saves answers is not asked to read the conversation', async (test) => {
    let readings = 0;
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: 'Goodbye, Dilnoza!', calls: [save({ name: 'Dilnoza' })] } }),
      reads: () => (readings++, {}),
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Dilnoza');
    await call.ends();
    expect(readings).toBe(0);
  });
});

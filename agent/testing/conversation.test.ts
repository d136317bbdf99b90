import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { openAiSynthesizer } from '../../lib/server/speech/vendors/openai.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';
import { type HeldCall, type ModelTurn, holdCall } from './hold-call.ts';
import { LoopbackVendor, type StagedReply } from './loopback-vendor.ts';
import { textOf } from '../conversation/plan-script.ts';
import { fourTopics } from './plan.ts';

const words = { ...messagesOf.en, agent_greeting: textOf('agent_greeting', fourTopics, 'en') };
const scriptedQuestions = Object.entries(words).flatMap(([key, text]) =>
  /^agent_ask_(again_)?\w+$/.test(key) ? [text] : [],
);
const asksByScript = (texts: readonly string[]) =>
  texts.filter((text) => scriptedQuestions.some((question) => text.includes(question)));
const isGoodbye = (text: string) => /goodbye/i.test(text);
const quick = { answerMs: 900, typedAnswerMs: 900, farewellMs: 400, noiseMs: 600 };

const save = (answers: Record<string, string>, asks?: string) => ({
  name: 'save_answer',
  args: { answers: Object.entries(answers).map(([topic, value]) => ({ topic, value })), asks },
});
const endCall = (reason = 'finished') => ({ name: 'end_call', args: { reason } });
const all = { name: 'Dilnoza', profession: 'sells carpets', goal: 'more orders', needs: 'answer calls' };

/** A model that answers the visitor's words by this table, and a silence with `silent`. */
function answers(table: Record<string, StagedReply>, silent: StagedReply = { text: 'Are you still there?' }) {
  return ({ said, afterTools }: ModelTurn): StagedReply => {
    if (afterTools) return { text: 'Go on, please.' };
    return said === undefined ? silent : (table[said] ?? { text: 'I see.' });
  };
}

describe('after a goodbye nobody asks anything', () => {
  // a02, c02
  it.concurrent.for([
    ['en', 'A colleague will call you tomorrow at ten. Goodbye!'],
    ['ru', 'Наш сотрудник позвонит вам завтра в десять. Всего доброго!'],
    ['uz', 'Hamkasbimiz ertaga soat oʻnda qoʻngʻiroq qiladi. Salomat boʻling!'],
  ] as const)('a model without tools says it (%s): the call ends', async ([language, goodbye], test) => {
    const call = await holdCall(test, {
      model: answers({ 'Tomorrow at ten': { text: goodbye } }),
      language,
      waits: quick,
    });
    await call.hears(messagesOf[language].agent_ask_name);
    call.type('Tomorrow at ten');
    await call.hears(goodbye);
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().at(-1)).toBe(goodbye);
  });

  // c01
  it.concurrent('everything is saved and end_call forgotten: it is said once', async (test) => {
    const bye = { text: 'Thank you, Dilnoza. Goodbye!' };
    const call = await holdCall(test, {
      model: answers({ 'Answer calls': { ...bye, calls: [save(all)] } }, bye),
      waits: quick,
    });
    await call.hears(words.agent_ask_name);
    call.type('Answer calls');
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().filter(isGoodbye)).toEqual([bye.text]);
    expect(call.found()).toEqual(all);
  });

  it.concurrent('what the visitor says after it is answered', async (test) => {
    const bye = { text: 'Thank you. Goodbye!' };
    const call = await holdCall(test, {
      model: answers({ Thanks: bye, 'One more thing': { text: 'Yes, what is it?' } }),
      waits: { ...quick, farewellMs: 5_000 },
    });
    await call.hears(words.agent_ask_name);
    call.type('Thanks');
    await call.hears(bye.text);
    await call.say('One more thing');
    await call.hears('Yes, what is it?');
    expect(call.ended()).toBeUndefined();
  });

  it.concurrent('a reply that says goodbye and asks goes on', async (test) => {
    const reply = 'Before we say goodbye: what is your name?';
    const call = await holdCall(test, {
      model: answers({ Hello: { text: reply } }),
      waits: { ...quick, farewellMs: 1 },
    });
    await call.hears(words.agent_ask_name);
    call.type('Hello');
    await call.hears(reply);
    await call.hears('Are you still there?');
  });
});

describe('end_call', () => {
  // c07
  it.concurrent(
    'before everything is known ends the call all the same once its goodbye was heard',
    async (test) => {
      const call = await holdCall(test, {
        model: answers({ Bye: { text: 'Goodbye!', calls: [endCall()] } }),
        waits: quick,
      });
      await call.hears(words.agent_ask_name);
      call.type('Bye');
      expect(await call.ends()).toBe('agent_closed');
      expect(call.heard().at(-1)).toBe('Goodbye!');
      expect(call.requests).toHaveLength(1);
    },
  );

  // c08
  it.concurrent(
    'and other tools before the text of the same reply: the text is the last that is heard',
    async (test) => {
      const callBack = { name: 'call_back_at', args: { when: 'tomorrow at ten' } };
      const call = await holdCall(test, {
        model: answers({
          'Tomorrow at ten': {
            text: 'Tomorrow at ten, then. Goodbye!',
            calls: [callBack, save(all), endCall()],
            callsFirst: true,
          },
        }),
        waits: quick,
      });
      await call.hears(words.agent_ask_name);
      call.type('Tomorrow at ten');
      expect(await call.ends()).toBe('agent_closed');
      expect(call.heard().at(-1)).toBe('Tomorrow at ten, then. Goodbye!');
      expect(call.requests).toHaveLength(1);
    },
  );

  it.concurrent('without a goodbye: the script says it, and the model is not asked again', async (test) => {
    const call = await holdCall(test, {
      model: answers({ Bye: { calls: [endCall('visitor_wishes')] } }),
      waits: quick,
    });
    await call.hears(words.agent_ask_name);
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
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(again, 2);
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().slice(3)).toEqual([again, again, words.agent_goodbye]);
  });

  // c03, c04
  it.concurrent.for([
    ['nothing saved', []],
    ['saved, without saying what it asks about', [save({ name: 'Dilnoza', profession: 'sells carpets' })]],
  ] as const)(
    'and whose model fails then (%s) is asked the same again, and nothing else',
    async ([, saved], test) => {
      const call = await holdCall(test, {
        model: answers({ Dilnoza: { text: `Nice to meet you. ${question}`, calls: [...saved] } }),
        waits: quick,
      });
      await call.hears(words.agent_ask_name);
      call.type('Dilnoza');
      await call.hears(question);
      call.vendor.settings.faults.model = 500;
      await call.ends();
      expect(call.heard().slice(3)).toEqual([question, question, words.agent_goodbye]);
    },
  );
});

describe('the script in place of the model', () => {
  const named = {
    text: 'Nice to meet you. What do you do?',
    calls: [save({ name: 'Dilnoza' }, 'profession')],
  };

  // c05
  it.concurrent('answers a question of the visitor’s before it asks its own', async (test) => {
    const call = await holdCall(test, { model: answers({ Dilnoza: named }) });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(named.text);
    call.vendor.settings.faults.model = 500;
    call.type('How much does it cost per month?');
    await call.hears(`${words.agent_person} ${words.agent_ask_profession}`);
    expect(call.found()).toEqual({ name: 'Dilnoza' });
  });

  // c06
  it.concurrent(
    'does not claim to have heard nothing, and the model goes on from what it said',
    async (test) => {
      const call = await holdCall(test, {
        model: answers({
          'Answer calls': { text: 'Your number is the one you left, right?', calls: [save(all)] },
          'Tomorrow at ten': { text: 'Tomorrow at ten, then. Goodbye!', calls: [endCall()] },
        }),
      });
      await call.hears(words.agent_ask_name);
      call.type('Answer calls');
      await call.hears('the one you left');
      call.vendor.settings.faults.model = 500;
      call.type('Yes, that is right');
      await call.hears(`${words.agent_thanks} ${words.agent_anything_else}`);
      call.vendor.settings.faults = {};
      call.type('Tomorrow at ten');
      expect(await call.ends()).toBe('agent_closed');
      const history = JSON.stringify(call.requests.at(-1)?.request.messages);
      expect(history).toContain('Yes, that is right');
      expect(history).toContain(words.agent_anything_else);
      expect(asksByScript(call.heard().slice(2))).toEqual([]);
    },
  );

  it.concurrent('asks nothing that the visitor may have told a model that saves nothing', async (test) => {
    const call = await holdCall(test, {
      model: answers({ 'I am Dilnoza': { text: 'Hello! What do you sell?' } }),
    });
    await call.hears(words.agent_ask_name);
    call.type('I am Dilnoza');
    await call.hears('What do you sell?');
    call.vendor.settings.faults.model = 500;
    call.type('Carpets');
    await call.hears(words.agent_anything_else);
    call.type('That was all');
    expect(await call.ends()).toBe('agent_closed');
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
    expect(call.heard().at(-1)).toContain(words.agent_goodbye);
  });

  // a06
  it.concurrent('keeps silent where a model calls a tool without a word: the model goes on', async (test) => {
    const call = await holdCall(test, {
      model: ({ said, afterTools }) =>
        afterTools ? { text: 'And what do you do?' } : { calls: said ? [save({ name: said })] : [] },
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears('And what do you do?');
    expect(call.found()).toEqual({ name: 'Dilnoza' });
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
  });

  // a12
  it.concurrent('speaks where the model hangs', async (test) => {
    const call = await holdCall(test, { model: answers({ Dilnoza: named }) });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(named.text);
    call.vendor.settings.faults.model = 'hang';
    call.type('I sell carpets');
    await call.hears(words.agent_ask_goal);
    expect(call.found()).toEqual({ name: 'Dilnoza', profession: 'I sell carpets' });
  });

  // a16
  it.concurrent('ends a reply that breaks off in its middle', async (test) => {
    const call = await holdCall(test, {
      model: answers({
        Dilnoza: named,
        'Why?': { text: 'That is a very good question and I will gladly tell you.' },
      }),
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(named.text);
    call.vendor.settings.faults.model = 'cut';
    call.type('Why?');
    await call.hears(words.agent_ask_profession);
    expect(call.heard().at(-1)).toMatch(/^That is a very good/);
  });
});

describe('words that nobody could recognise', () => {
  // e05, e06, v01
  it.concurrent(
    'are asked for once more before anybody thanks for them, and the model learns of it',
    async (test) => {
      const call = await holdCall(test, {
        model: answers({ 'I sell carpets': { text: 'Carpets, good. What is your goal?' } }),
      });
      await call.hears(words.agent_ask_name);
      call.vendor.settings.faults.recognition = 500;
      await call.say('');
      await call.hears(words.agent_repeat);
      call.vendor.settings.faults = {};
      await call.say('I sell carpets');
      await call.hears('Carpets, good.');
      expect(call.heard()).toEqual([
        words.agent_greeting,
        words.agent_ask_name,
        words.agent_repeat,
        'Carpets, good. What is your goal?',
      ]);
      expect(JSON.stringify(call.requests.at(-1)?.request.messages)).toMatch(/could not be recognised/);
    },
  );

  // e01
  it.concurrent('again and again: the script goes on, with the hint that one can type', async (test) => {
    const call = await holdCall(test, { model: answers({}) });
    await call.hears(words.agent_ask_name);
    call.vendor.settings.faults.recognition = 500;
    await call.say('');
    await call.hears(words.agent_repeat);
    await call.say('');
    await call.hears(words.agent_ask_profession);
    await call.say('');
    await call.hears(words.agent_ask_goal);
    expect(call.heard().filter((text) => text.includes(words.agent_type))).toHaveLength(1);
    expect(call.heard().filter((text) => text === words.agent_repeat)).toHaveLength(1);
    expect(call.found()).toEqual({});
  });
});

describe('a reply without a full stop', () => {
  // d01 to d04
  it.concurrent.for([
    'And what do you do for a living',
    'What do you sell? 😊',
    'Your name is spelled with a D',
  ])('is whole: “%s”', async (text, test) => {
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text }, 'I sell carpets': { text: 'I see.' } }),
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(text.replace(/[^\p{L}\d ,?]/gu, '').trim());
    call.type('I sell carpets');
    await call.hears('I see.');
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
    expect(call.found()).toEqual({});
  });
});

describe('a visitor who comes back', () => {
  const carpets = 'How many carpets do you sell?';

  // h01
  it.concurrent('is asked what was asked last, by the model', async (test) => {
    const back = 'There you are again. So, how many carpets is it?';
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }, { text: back }),
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(carpets);
    call.lose();
    call.return();
    await call.hears(back);
    expect(asksByScript(call.heard().slice(2))).toEqual([]);
  });

  it.concurrent('and whose model fails is asked the same by the script', async (test) => {
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: carpets, calls: [save({ name: 'Dilnoza' })] } }),
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears(carpets);
    call.vendor.settings.faults.model = 500;
    call.lose();
    call.return();
    await call.hears(`${words.agent_welcome_back} ${carpets}`);
  });

  const long =
    'Thank you, Dilnoza, it was a pleasure to talk with you today. A colleague will call you. Goodbye!';

  it.concurrent('after a goodbye that was cut hears one again, and is asked nothing', async (test) => {
    const call = await holdCall(test, {
      model: answers({ Bye: { text: long, calls: [endCall('visitor_wishes')] } }),
      waits: quick,
    });
    await call.hears(words.agent_ask_name);
    call.vendor.settings.msPerLetter = 40;
    call.type('Bye');
    const before = call.soundMs();
    await test.expect.poll(call.soundMs, { timeout: 10_000 }).toBeGreaterThan(before + 400);
    call.lose();
    await test.expect.poll(() => call.heard().length).toBe(3);
    call.vendor.settings.msPerLetter = 8;
    call.return();
    expect(await call.ends()).toBe('agent_closed');
    expect(call.heard().at(-1)).toBe(words.agent_goodbye);
    expect(call.heard().slice(2)).toHaveLength(2);
  });

  it.concurrent('too late: the time was up meanwhile, and nobody was spoken to', async (test) => {
    const call = await holdCall(test, { model: answers({}), waits: { limitMs: 4_000, returnMs: 60_000 } });
    await call.hears(words.agent_ask_name);
    call.lose();
    expect(await call.ends()).toBe('visitor_left');
    expect(call.heard()).toEqual([words.agent_greeting, words.agent_ask_name]);
  });
});

it.concurrent('time that is up in a goodbye brings no second one', async (test) => {
  const call = await holdCall(test, {
    model: answers({ Bye: { text: 'Goodbye!' } }),
    waits: { limitMs: 5_000, farewellMs: 5_000 },
  });
  await call.hears(words.agent_ask_name);
  call.type('Bye');
  expect(await call.ends()).toBe('agent_closed');
  expect(call.heard().filter(isGoodbye)).toEqual(['Goodbye!']);
});

describe('a call without a model', () => {
  const model = () => ({});

  it.concurrent(
    'ends with a goodbye at the third unanswered wait in a row, of a visitor who was heard too',
    async (test) => {
      const call = await holdCall(test, { model, scripted: true, waits: quick });
      await call.hears(words.agent_ask_name);
      await call.say('Dilnoza');
      await call.hears(words.agent_ask_profession);
      expect(await call.ends()).toBe('agent_closed');
      expect(call.heard().slice(3)).toEqual([
        words.agent_ask_again_profession,
        `${words.agent_move_on} ${words.agent_ask_goal}`,
        words.agent_goodbye,
      ]);
      expect(call.turns.filter(({ speaker }) => speaker === 'visitor')).toHaveLength(1);
    },
  );

  it.concurrent('tells a visitor who was never heard about the microphone', async (test) => {
    const call = await holdCall(test, { model, scripted: true, waits: quick });
    await call.ends();
    expect(call.heard().slice(2)).toEqual([
      words.agent_ask_again_name,
      `${words.agent_move_on} ${words.agent_ask_profession}`,
      words.agent_goodbye_silent,
    ]);
  });
});

describe('a model that calls no tools holds a call: the product notes the answers and ends it', () => {
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
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.hears('What do you do?');
    call.type('I sell carpets');
    expect(await call.ends()).toBe('agent_closed');
    expect(call.found()).toEqual({ name: 'Dilnoza', profession: 'carpets' });
    expect(call.turns.flatMap(({ metrics }) => metrics?.failures ?? [])).toEqual([]);
  });

  it.concurrent(
    'another number, a time for the call back and a wish for a person are noted',
    async (test) => {
      const wish = 'I want to talk to a person';
      const call = await holdCall(test, {
        model: answers({
          [wish]: { text: 'A colleague will call you. On which number?' },
          'On 90 765 43 21, tomorrow at ten': { text: 'Thank you. Goodbye!' },
        }),
        reads: () => ({
          text: JSON.stringify({
            answers: [],
            phone: '+998 90 765 43 21',
            callBack: { quote: 'tomorrow at ten' },
            handOver: { quote: wish },
          }),
        }),
        waits: quick,
      });
      await call.hears(words.agent_ask_name);
      call.type(wish);
      await call.hears('On which number?');
      call.type('On 90 765 43 21, tomorrow at ten');
      expect(await call.ends()).toBe('agent_closed');
      const events = call.events.toSorted((one, other) => one.type.localeCompare(other.type));
      expect(events).toMatchObject([
        { type: 'call_back_at', when: 'tomorrow at ten' },
        { type: 'hand_over', reason: wish },
        { type: 'phone_corrected', phone: '+998907654321' },
      ]);
    },
  );

  it.concurrent('one that saves what it hears is not asked to read the conversation', async (test) => {
    let readings = 0;
    const call = await holdCall(test, {
      model: answers({ Dilnoza: { text: 'Goodbye, Dilnoza!', calls: [save({ name: 'Dilnoza' })] } }),
      reads: () => (readings++, {}),
      waits: quick,
    });
    await call.hears(words.agent_ask_name);
    call.type('Dilnoza');
    await call.ends();
    expect(readings).toBe(0);
  });
});

// a01
it.concurrent(
  'a model that takes tools only with reasoning switched off holds the call itself',
  async (test) => {
    const error = {
      status: 400,
      message:
        "Function tools with reasoning_effort are not supported. Please set reasoning_effort to 'none'.",
      param: 'reasoning_effort',
    };
    const talk = answers({ 'How much is it?': { text: 'A colleague will tell you. What is your name?' } });
    const call = await holdCall(test, {
      model: (turn) => (turn.request.reasoning_effort === 'none' ? talk(turn) : { refusal: error }),
      waits: quick,
    });
    await call.hears(words.agent_ask_name);
    call.type('How much is it?');
    await call.hears('A colleague will tell you.');
    expect(call.turns.at(-1)?.metrics).toMatchObject({ engine: 'model', model: 'loopback' });
    expect(call.turns.flatMap(({ metrics }) => metrics?.failures ?? [])).toEqual([]);
  },
);

// e05, defect 4b
it.concurrent(
  'a stand-in voice speaks to the end of its call; the next call asks the main voice',
  async (test) => {
    const main = await new LoopbackVendor({ voiceMs: 1, msPerLetter: 8 }).start();
    test.onTestFinished(() => main.close());
    const voices = [openAiSynthesizer({ baseUrl: main.url }), localSynthesizer()];
    const model = answers({ Dilnoza: { text: 'Hello, Dilnoza.' }, Carpets: { text: 'I see, carpets.' } });
    const voicesOf = async (call: HeldCall) => {
      call.type('Dilnoza');
      await call.hears('Hello, Dilnoza.');
      main.settings.faults = {};
      call.type('Carpets');
      await call.hears('I see, carpets.');
      // The script, in place of the model.
      call.vendor.settings.faults = { model: 500 };
      call.type('More');
      await call.hears(words.agent_ask_name, 2);
      const replies = call.turns.filter(({ speaker }) => speaker === 'agent').slice(-3);
      return replies.map(({ metrics }) => metrics?.voice);
    };
    const first = await holdCall(test, { model, voices });
    await first.hears(words.agent_ask_name);
    main.settings.faults = { voice: 500 };
    expect(await voicesOf(first)).toEqual(['local', 'local', 'local']);
    const second = await holdCall(test, { model, voices });
    await second.hears(words.agent_ask_name);
    expect(await voicesOf(second)).toEqual(['openai', 'openai', 'openai']);
  },
);

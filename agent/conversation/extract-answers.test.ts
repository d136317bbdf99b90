import { initializeLogger } from '@livekit/agents';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CallEvent, callEvent } from '../../lib/contracts/call-events.ts';
import { dayMs, tashkentDay } from '../../lib/time.ts';
import { LanguageModel } from '../models/language-model.ts';
import { LoopbackVendor } from '../testing/loopback-vendor.ts';
import { fourTopics } from '../testing/plan.ts';
import { extractAnswers } from './extract-answers.ts';
import { Memory } from './memory.ts';

beforeAll(() => initializeLogger({ pretty: false, level: 'silent' }));

/** The memory after an extraction, with its reported events. */
async function extractFrom(reply: string, visitor: string[], known: Record<string, string> = {}) {
  const vendor = await new LoopbackVendor({
    firstTokenMs: 1,
    tokensPerS: 5_000,
    reply: () => ({ text: reply }),
  }).start();
  onTestFinished(() => vendor.close());
  const reported: CallEvent[] = [];
  const memory = Object.assign(new Memory(fourTopics, 'en', (event) => reported.push(event)), { reported });
  for (const [topic, value] of Object.entries(known)) memory.saveAnswer(topic, value, 'extracted');
  for (const text of visitor) {
    memory.add('agent', 'What is your name?');
    memory.add('visitor', text);
  }
  const model = new LanguageModel([{ model: 'm', baseUrl: vendor.url }]);
  await extractAnswers(memory, model, new AbortController().signal);
  return memory;
}

async function answersIn(...args: Parameters<typeof extractFrom>) {
  return Object.fromEntries((await extractFrom(...args)).answers);
}

const answers = (...all: object[]) => JSON.stringify({ answers: all });

it('saves the value that a quote of the visitor supports', async () => {
  const reply = `\`\`\`json\n${answers(
    { topic: 'name', value: 'Gʻani', quote: "mening ismim G'ani" },
    { topic: 'profession', value: 'shifokorman', quote: 'Men shifokorman' },
  )}\n\`\`\``;
  expect(await answersIn(reply, ['Mening ismim Gʻani.', 'Men shifokorman!'])).toEqual({
    name: 'Gʻani',
    profession: 'shifokorman',
  });
});

it.each([
  ['nobody said', 'I am a baker', 'dentist', 'I am a baker'],
  ['is a summary', 'about twenty clients', '20 clients', 'about twenty clients'],
  ['is the beginning of another word', 'not yet', 'no', 'not yet'],
  ['lacks an ending', 'men novvoyman', 'novvoy', 'men novvoyman'],
  ['is a part of a name', 'Azizbek', 'Aziz', 'Azizbek'],
  ['is a part of a number', '10000 clients', '1000 clients', '10000 clients'],
  ['has another order', 'cakes, my brother bread', 'bread cakes', 'cakes, my brother bread'],
])('a value that %s is saved as “%s”', async (_name, saved, value, quote) => {
  const reply = answers({ topic: 'profession', value, quote });
  expect(await answersIn(reply, [`Well, ${quote}.`])).toEqual({ profession: saved });
});

it.each([
  ['dentist', 'I am not a dentist', 'I am not a dentist'],
  ['a dentist', "I'm a baker, I wasn't a dentist", "I wasn't a dentist"],
  ['стоматолог', 'Я не стоматолог', 'Я не стоматолог'],
  ['tish shifokori', 'Men tish shifokori emasman', 'Men tish shifokori emasman'],
  ['doʻkonda', 'Men doʻkonda ishlamayman', 'Men doʻkonda ishlamayman'],
])('a denied value is no answer without its negation: %s', async (value, said, saved) => {
  const reply = (quote: string) => answers({ topic: 'profession', value, quote });
  expect(await answersIn(reply(value), [said])).toEqual({ profession: saved });
  expect(await answersIn(reply(said), [said])).toEqual({ profession: saved });
});

it.each([
  ['baker', 'No, I am a baker'],
  ['baker', 'I am not a dentist, I am a baker'],
  ['пекарь', 'Нет, я пекарь'],
  ['novvoyman', 'Shifokor emasman, novvoyman'],
  ['hammasi yigirma', 'Hammasi yigirma'],
])('a denial of something else does not affect an answer: %s', async (value, said) => {
  const reply = answers({ topic: 'profession', value, quote: said });
  expect(await answersIn(reply, [said])).toEqual({ profession: value });
});

it('saves answers of any length', async () => {
  const ids = fourTopics.topics.map(({ id }) => id);
  const quotes = ids.map((id) => `${id} ${'and so on '.repeat(50)}`);
  const reply = answers(...ids.map((id, at) => ({ topic: id, value: id, quote: quotes[at] })));
  expect(await answersIn(reply, quotes)).toEqual(Object.fromEntries(ids.map((id) => [id, id])));
});

it('saves the other answers if one is blank', async () => {
  const reply = answers(
    { topic: 'name', value: 'Aziz', quote: 'Aziz' },
    { topic: 'goal', value: '', quote: '' },
    { topic: 'needs', value: null, quote: null },
  );
  expect(await answersIn(reply, ['My name is Aziz'])).toEqual({ name: 'Aziz' });
});

it.each([
  ['nobody said', 'Karim'],
  ['the agent said', 'your name'],
  ['are a part of a word', 'Azi'],
  ['have no letters', '…'],
])('saves nothing for words that %s', async (_name, quote) => {
  expect(await answersIn(answers({ topic: 'name', value: 'x', quote }), ['My name is Aziz'])).toEqual({});
});

it('replaces a known answer only by words of the last turn', async () => {
  const reply = answers({ topic: 'name', value: 'Aziz', quote: 'Aziz' });
  expect(await answersIn(reply, ['Aziz', 'No, Aziza'], { name: 'Aziza' })).toEqual({ name: 'Aziza' });
  expect(await answersIn(reply, ['Aziza', 'No, Aziz'], { name: 'Aziza' })).toEqual({ name: 'Aziz' });
});

it.each([
  'I would rather not.',
  '{"answers": "none"}',
  answers({ topic: 'shoe_size', value: '42', quote: 'Aziz' }),
])('changes nothing for “%s”', async (reply) => {
  expect(await answersIn(reply, ['Aziz'], { goal: 'patients' })).toEqual({ goal: 'patients' });
});

it('leaves the topic of a question open that the agent has asked meanwhile', async () => {
  const reply = () => ({ text: JSON.stringify({ answers: [], asking: 'name' }) });
  const vendor = await new LoopbackVendor({ firstTokenMs: 50, reply }).start();
  onTestFinished(() => vendor.close());
  const memory = new Memory(fourTopics, 'en');
  memory.question = {};
  memory.add('visitor', 'Aziz');
  const model = new LanguageModel([{ model: 'm', baseUrl: vendor.url }]);
  const extraction = extractAnswers(memory, model, new AbortController().signal);
  memory.question = {};
  expect(await extraction).toBe(true);
  expect(memory.question).toEqual({});
});

describe('a fact that a model without tools cannot save itself', () => {
  const tomorrow = tashkentDay(Date.now() + dayMs);
  const extractFacts = (found: object, visitor: string[]) =>
    extractFrom(JSON.stringify({ answers: [], ...found }), visitor);
  const callBackIn = async (callBack: object, visitor: string) => {
    const { reported } = await extractFacts({ callBack }, [visitor]);
    return reported.filter(({ type }) => type === 'call_back_at');
  };

  it.each([
    ['901234567', ['Call me on 90 123 45 67, please']],
    ['+998 90 981 62 97', ['toʻqson, toʻqqiz yuz sakson bir', 'oltmish ikki, toʻqson yetti']],
    ['998939810507', ['девяносто три, девятьсот восемьдесят один, ноль пять, ноль семь']],
    ['+998901234567', ['My number is not 91 but +998901234567']],
    ['901234567', ['We are 5', '8 90 123 45 67', '3 branches']],
    ['901234567', ['90 123 45 67, 90 123 45 67']],
  ])('is another number (%s), if the visitor named the same digits', async (phone, visitor) => {
    expect((await extractFacts({ phone }, visitor)).phone).toBe(
      `+998${phone.replaceAll(/\D/g, '').slice(-9)}`,
    );
  });

  it.each([
    ['with a digit that nobody said', '901234568', 'Call me on 90 123 45 67'],
    ['of another country', '12345678901', 'Call me on 1 234 567 89 01'],
    ['that is too short', '9012345', 'Call me on 90 123 45'],
    ['with a digit too many', '901234567', 'Call me on 90 123 45 67 8'],
    [
      'with a digit too many in words',
      '901234567',
      'toʻqson bir yuz yigirma uch qirq besh oltmish yetti sakkiz',
    ],
    ['with a digit too many before it', '901234567', 'Call me on 1 90 123 45 67'],
  ])('is no number %s', async (_name, phone, visitor) => {
    expect((await extractFacts({ phone }, [visitor])).phone).toBeUndefined();
  });

  it('is a time for the call back, in the visitor’s words', async () => {
    const callBack = { quote: 'Tomorrow at ten', time: `${tomorrow}T10:00:00+05:00` };
    expect(await callBackIn(callBack, 'tomorrow at ten, please')).toEqual([
      { type: 'call_back_at', index: 0, when: 'Tomorrow at ten', atMs: Date.parse(callBack.time) },
    ]);
  });

  it.each([
    ['has an hour that the words do not name', 'tomorrow after lunch', `${tomorrow}T14:00`],
    ['has passed', 'tomorrow at ten', '2020-01-01T10:00'],
    ['is unreadable', 'tomorrow at ten', 'tomorrow'],
  ])('is a call back, whose time is dropped if it %s', async (_name, quote, time) => {
    expect(await callBackIn({ quote, time }, quote)).toEqual([
      { type: 'call_back_at', index: 0, when: quote, atMs: undefined },
    ]);
  });

  it('is a request for a person', async () => {
    const handOver = { quote: 'I want to talk to a human' };
    expect((await extractFacts({ handOver }, ['No. I want to talk to a human!'])).handOverReason).toBe(
      handOver.quote,
    );
  });

  it('is cut to the length that the web app takes', async () => {
    const said = `Call me ${'some day '.repeat(70)}`;
    const { reported } = await extractFacts({ callBack: { quote: said }, handOver: { quote: said } }, [said]);
    expect(reported.map(({ type }) => type)).toEqual(['call_back_at', 'hand_over']);
    expect(reported.map((event) => callEvent.safeParse(event).success)).toEqual([true, true]);
  });

  it('is not saved if the visitor did not say it', async () => {
    const found = { handOver: { quote: 'a person, please' }, callBack: { quote: 'tomorrow at ten' } };
    const memory = await extractFacts(found, ['I sell carpets']);
    expect([memory.handOverReason, memory.callBack]).toEqual([undefined, undefined]);
  });

  it('does not discard the answers if it is malformed', async () => {
    const reply = {
      ...JSON.parse(answers({ topic: 'name', value: 'Aziz', quote: 'Aziz' })),
      callBack: 'ten',
    };
    expect(await answersIn(JSON.stringify(reply), ['Aziz'])).toEqual({ name: 'Aziz' });
  });

  it('never replaces a fact that a tool saved', () => {
    const memory = new Memory(fourTopics, 'en', () => {}, '+998901112233');
    memory.saveCallBack({ when: 'tomorrow at ten', atMs: 1 });
    memory.saveCallBack({ when: 'tomorrow' }, 'extracted');
    memory.correctPhone('+998901234567');
    memory.correctPhone('+998907654321', 'extracted');
    memory.saveAnswer('name', 'Aziza', 'tool');
    memory.saveAnswer('name', 'Aziz', 'extracted');
    expect([memory.callBack, memory.phone]).toEqual(['tomorrow at ten', '+998901234567']);
    expect(memory.answers.get('name')).toBe('Aziza');
  });
});

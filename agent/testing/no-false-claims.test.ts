import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { startTestCall, shortWaits } from './test-call.ts';
import { fourTopics } from './plan.ts';
import { modelFrom } from './scenarios/scenario.ts';

const words = messagesOf.en;
const carpets = interviewPlan.parse({ ...fourTopics, knowledge: 'Gilamlar narxi 900 000 soʻmdan.' });

const replacedCounts = (turns: { metrics?: { replaced?: number } }[]) =>
  turns.flatMap(({ metrics }) => metrics?.replaced ?? []);

describe('a statement without a source', () => {
  it.concurrent('is replaced before it is spoken, and counted', async (test) => {
    const call = await startTestCall(test, {
      model: modelFrom({ 'How much is it?': { text: 'It costs five hundred dollars. What is your name?' } }),
      plan: carpets,
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('How much is it?');
    await call.untilHeard(`${words.agent_confirm} What is your name?`);
    expect(replacedCounts(call.turns)).toEqual([1]);
    expect(call.heard().join()).not.toContain('dollars');
  });

  it.concurrent('is spoken if the plan or the visitor supports it', async (test) => {
    const text =
      'You sell 20 a month, and our carpets start at nine hundred thousand soums. What is your name?';
    const call = await startTestCall(test, {
      model: modelFrom({ 'I sell 20 carpets': { text } }),
      plan: carpets,
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('I sell 20 carpets');
    await call.untilHeard(text);
    expect(replacedCounts(call.turns)).toEqual([]);
  });
});

it.concurrent(
  'markup, emoji and stage directions are neither spoken nor part of the transcript',
  async (test) => {
    const text = '*smiles* **Carpets**, good. 😊 [The visitor is silent.] (pauses) And what is your name?';
    const call = await startTestCall(test, { model: modelFrom({ Hello: { text } }), waits: shortWaits });
    await call.untilHeard(words.agent_ask_name);
    call.type('Hello');
    await call.untilHeard('Carpets, good. And what is your name?');
    const spoken = call.vendor.requests.flatMap((each) => (each.kind === 'voice' ? each.text : []));
    expect(spoken.join(' ')).not.toMatch(/smiles|silent|pauses|[*[(\p{Extended_Pictographic}]/u);
  },
);

it.concurrent(
  'a monologue is cut after a sentence, and its closing question is still asked',
  async (test) => {
    const sentence = 'We make voices, and we listen to everything that you would like to tell us. ';
    const call = await startTestCall(test, {
      model: modelFrom({ Hello: { text: `${sentence.repeat(15)}What is your name?` } }),
      waits: shortWaits,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Hello');
    await call.untilHeard('listen');
    const text = call.heard().at(-1) ?? '';
    expect(text.split(sentence.trim()).length - 1).toBeLessThan(7);
    expect(text).toMatch(/tell us\. What is your name\?$/);
  },
);

it.concurrent('words that a recogniser invents reach neither the model nor the report', async (test) => {
  const call = await startTestCall(test, {
    model: modelFrom({ Dilnoza: { text: 'Thank you, Dilnoza.' } }, { text: 'Go on, please.' }),
    // A busy machine must not count as a silent visitor.
    waits: { ...shortWaits, answerMs: 10_000 },
  });
  await call.untilHeard(words.agent_ask_name);
  for (const [at, text] of ['Thanks for watching!', 'Субтитры сделал DimaTorzok'].entries()) {
    await call.say(text);
    await call.untilHeard('Go on, please.', at + 1);
  }
  await call.say('Dilnoza');
  await call.untilHeard('Thank you, Dilnoza.');
  const modelHeard = call.requests.flatMap(({ said }) => said ?? []);
  const reportedTexts = call.turns.flatMap(({ speaker, text }) => (speaker === 'visitor' ? text : []));
  // A busy machine may cut the utterance in two.
  expect([...new Set(modelHeard), ...new Set(reportedTexts)]).toEqual(['Dilnoza', 'Dilnoza']);
});

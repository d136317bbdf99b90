import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { holdCall, quick } from './hold-call.ts';
import { fourTopics } from './plan.ts';
import { answers } from './scenarios/scenario.ts';

const words = messagesOf.en;
const carpets = interviewPlan.parse({ ...fourTopics, knowledge: 'Gilamlar narxi 900 000 soʻmdan.' });

const replaced = (turns: { metrics?: { replaced?: number } }[]) =>
  turns.flatMap(({ metrics }) => metrics?.replaced ?? []);

describe('a statement without a source', () => {
  it.concurrent('is not spoken, and counted', async (test) => {
    const call = await holdCall(test, {
      model: answers({ 'How much is it?': { text: 'It costs five hundred dollars. What is your name?' } }),
      plan: carpets,
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('How much is it?');
    await call.untilHeard(`${words.agent_confirm} What is your name?`);
    expect(replaced(call.turns)).toEqual([1]);
    expect(call.heard().join()).not.toContain('dollars');
  });

  it.concurrent('is spoken if the plan or the visitor supports it', async (test) => {
    const text =
      'You sell 20 a month, and our carpets start at nine hundred thousand soums. What is your name?';
    const call = await holdCall(test, {
      model: answers({ 'I sell 20 carpets': { text } }),
      plan: carpets,
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('I sell 20 carpets');
    await call.untilHeard(text);
    expect(replaced(call.turns)).toEqual([]);
  });
});

// a07
it.concurrent('markup, emoji and stage directions are neither heard nor written down', async (test) => {
  const text = '*smiles* **Carpets**, good. 😊 [The visitor is silent.] (pauses) And what is your name?';
  const call = await holdCall(test, { model: answers({ Hello: { text } }), waits: quick });
  await call.untilHeard(words.agent_ask_name);
  call.type('Hello');
  await call.untilHeard('Carpets, good. And what is your name?');
  const spoken = call.vendor.asked.flatMap((each) => (each.kind === 'voice' ? each.text : []));
  expect(spoken.join(' ')).not.toMatch(/smiles|silent|pauses|[*[(\p{Extended_Pictographic}]/u);
});

// a08
it.concurrent(
  'a monologue is cut after a sentence, and its closing question is still asked',
  async (test) => {
    const sentence = 'We make voices, and we listen to everything that you would like to tell us. ';
    const call = await holdCall(test, {
      model: answers({ Hello: { text: `${sentence.repeat(15)}What is your name?` } }),
      waits: quick,
    });
    await call.untilHeard(words.agent_ask_name);
    call.type('Hello');
    await call.untilHeard('listen');
    const text = call.heard().at(-1) ?? '';
    expect(text.split(sentence.trim()).length - 1).toBeLessThan(7);
    expect(text).toMatch(/tell us\. What is your name\?$/);
  },
);

// e07
it.concurrent('words that a recogniser invents are no answer, and change no language', async (test) => {
  const call = await holdCall(test, {
    model: answers({ Dilnoza: { text: 'Thank you, Dilnoza.' } }, { text: 'Go on, please.' }),
    // Silence plays no part, and a busy machine speaks late.
    waits: { ...quick, answerMs: 10_000 },
  });
  await call.untilHeard(words.agent_ask_name);
  for (const [at, text] of ['Thanks for watching!', 'Субтитры сделал DimaTorzok'].entries()) {
    await call.say(text);
    await call.untilHeard('Go on, please.', at + 1);
  }
  await call.say('Dilnoza');
  await call.untilHeard('Thank you, Dilnoza.');
  const asked = call.requests.flatMap(({ said }) => said ?? []);
  const noted = call.turns.flatMap(({ speaker, text }) => (speaker === 'visitor' ? text : []));
  // A busy machine may cut the utterance in two.
  expect([...new Set(asked), ...new Set(noted)]).toEqual(['Dilnoza', 'Dilnoza']);
});

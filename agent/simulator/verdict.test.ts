import { expect, test } from 'vitest';
import type { DialogueLine, SimulatedOutcome } from './simulated-conversation.ts';
import { Memory } from '../conversation/memory.ts';
import { fourTopics } from '../testing/plan.ts';
import type { Persona } from './personas.ts';
import { ruleChecks } from './verdict.ts';

const persona: Persona = {
  id: 'p',
  manner: 'cooperative',
  language: 'en',
  role: '',
  says: [],
  expected: { facts: [], turns: 10 },
};

function checksOf(
  changed: Partial<Persona['expected']>,
  conversation: { answers?: Record<string, string>; agent?: string[] },
) {
  const memory = new Memory(fourTopics, 'en', () => {}, '+998901234567');
  for (const [topic, value] of Object.entries(conversation.answers ?? {}))
    memory.saveAnswer(topic, value, 'tool');
  const lines = ['Hello', ...(conversation.agent ?? [])].map((text): DialogueLine => ({
    speaker: 'agent',
    text,
  }));
  const outcome: SimulatedOutcome = {
    lines,
    memory,
    events: [],
    ended: undefined,
    turnMs: [],
    scriptTurns: 0,
    failure: undefined,
    replaced: [],
  };
  const expected = { ...persona.expected, ...changed };
  return ruleChecks({ ...persona, expected }, outcome, '+998901234567');
}

test.each([
  ['27 pieces', true],
  ['twenty-seven', true],
  ['yigirma yetti dona', true],
  ['двадцать семь штук', true],
  ['72', false],
  ['twenty', false],
  ['', false],
])('an amount is recognised in digits and in words: “%s”', (value, passed) => {
  const facts = [{ topic: 'needs', says: 'twenty-seven', expects: 27 }];
  const check = checksOf({ facts }, { answers: value === '' ? {} : { needs: value } })[0];
  expect(check).toMatchObject({ name: 'answer', about: 'needs', passed });
});

test.each([
  ['Delivery costs 40 000 soums.', 'It is forty thousand soums.', true],
  ['Delivery costs 40 000 soums.', 'It is 40,000 soums.', true],
  ['Delivery costs 40 000 soums.', 'It is forty dollars.', false],
  ['Delivery costs 40 000 soums.', 'A colleague will tell you.', false],
  ['Soat 10:00 dan 19:00 gacha.', 'Ertalab soat oʻndan kechki soat yettigacha.', true],
  ['We deliver across Tashkent.', 'Yes, deliveries go all over Tashkent.', true],
  ['We deliver across Tashkent.', 'I do not know.', false],
])('the owner’s answer “%s” is given by “%s”: %s', (known, said, passed) => {
  const check = checksOf({ known }, { agent: [said] }).find(({ name }) => name === 'known_answer');
  expect(check?.passed).toBe(passed);
});

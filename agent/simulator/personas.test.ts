import { expect, test } from 'vitest';
import { manners } from '../../lib/contracts/evaluation.ts';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { fourTopics } from '../testing/plan.ts';
import { misusePersonas, personaOf, questionPersonas } from './personas.ts';
import { scriptedVisitor } from './visitors.ts';

const carpets = interviewPlan.parse({
  languages: ['uz', 'en'],
  topics: [
    { id: 'size', findOut: 'the size of the carpet.', field: 'ehtiyojlar' },
    { id: 'name', findOut: 'the name', field: 'ism', short: true },
    { id: 'colours', findOut: 'how many colours', field: 'ehtiyojlar' },
  ],
  faq: [
    { question: 'What does delivery cost?', answer: 'Delivery costs 40 000 soums.' },
    { question: 'Qachon ochiqsiz?', answer: 'Soat 10:00 dan 19:00 gacha.' },
  ],
});

test('a plan with four topics has 14 personas in each language, and at least forty that try to misuse the agent', () => {
  const personas = languages.flatMap((language) =>
    manners.flatMap((manner) => personaOf(manner, fourTopics, language) ?? []),
  );
  expect(personas).toHaveLength(14 * 3);
  expect(new Set(personas.map(({ id }) => id)).size).toBe(personas.length);
  expect(misusePersonas(fourTopics).length).toBeGreaterThanOrEqual(40);
});

test('visitors have a fact for each topic of the plan: fixed words if it is built in, else an amount', () => {
  const { says, expected, role } = personaOf('cooperative', carpets, 'en') ?? {
    says: [],
    expected: undefined,
    role: '',
  };
  expect(says).toEqual([
    { topic: 'size', text: 'As for “the size of the carpet”, put down twenty-seven pieces' },
    { topic: 'name', text: 'My name is Madina' },
    { topic: 'colours', text: 'As for “how many colours”, put down forty-nine pieces' },
  ]);
  expect(expected?.facts.map(({ expects }) => expects)).toEqual([27, 'madina', 49]);
  expect(role).toContain('how many colours: “As for “how many colours”, put down forty-nine pieces”');
});

test('one persona corrects the first topic, whatever it is', () => {
  const { says, expected } = personaOf('corrects', carpets, 'uz') ?? { says: [], expected: undefined };
  expect(says.map(({ text }) => text)).toContain(
    'Yoʻq, “the size of the carpet” boʻyicha toʻqson toʻrt dona',
  );
  expect(expected?.facts[0]).toMatchObject({ topic: 'size', expects: 94 });
});

test('the owner’s questions are asked in their own language, at most three of them', () => {
  expect(questionPersonas(carpets).map(({ language, says }) => [language, says[0]?.text])).toEqual([
    ['en', 'What does delivery cost?'],
    ['uz', 'Qachon ochiqsiz?'],
  ]);
  const many = { ...carpets, faq: Array.from({ length: 5 }, () => carpets.faq).flat() };
  expect(questionPersonas(many)).toHaveLength(3);
});

test('a scripted visitor answers each question, confirms the number in digits or words, and hangs up on a goodbye', async () => {
  const persona = personaOf('cooperative', carpets, 'en');
  if (persona === undefined) throw new Error('no persona');
  const visitor = scriptedVisitor(persona);
  const answerTo = (text: string, askedTopic?: string) =>
    visitor({
      lines: [
        { speaker: 'agent', text: 'Hello!' },
        { speaker: 'agent', text },
      ],
      askedTopic,
      phone: '+998901234567',
    });
  expect(await answerTo('And your name?', 'name')).toBe('My name is Madina');
  expect(await answerTo('What else?')).toContain('twenty-seven');
  expect(await answerTo('What else?')).toContain('forty-nine');
  expect(await answerTo('Is it 90 123 45 67?')).toBe('yes, that is right');
  expect(await answerTo('Is it nine zero, one two three, four five, six seven?')).toBe('yes, that is right');
  expect(await answerTo('When shall we call?')).toBe('tomorrow at ten in the morning');
  expect(await answerTo('Thank you, goodbye!')).toBeUndefined();
});

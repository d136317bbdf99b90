import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { callEvent } from '../../lib/contracts/call-events.ts';
import { type Topic, interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { readInterviewPlan } from '../../lib/server/plan/interview-plan.ts';
import { summaryFromAnswers } from '../../lib/server/leads/summarize.ts';
import { fourTopics } from '../testing/plan.ts';
import { SimulatedCall } from '../testing/simulated-call.ts';
import { Memory } from './memory.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';
import { scriptOf, scriptSentences, textOf, wordsOf } from '../../lib/server/plan/script.ts';
import { interviewTools } from './tools.ts';

vi.useFakeTimers();

const plan = interviewPlan.parse({});

test.each(languages)('every scripted sentence of the built-in plan has words in %s', (language) => {
  const script = scriptOf(plan, language);
  expect(script.topics).toEqual(plan.topics.map(({ id }) => id));
  for (const sentence of scriptSentences(script))
    expect(textOf(sentence, plan, language), sentence).not.toBe('');
});

describe('an additional topic of the plan', () => {
  const budget: Topic = {
    id: 'budget',
    findOut: 'how much the visitor wants to spend',
    field: 'ehtiyojlar',
    required: true,
    ask: { en: 'What is your budget?' },
  };
  const longer = interviewPlan.parse({ topics: [...fourTopics.topics, budget] });

  test('is asked last by the script, in its words', () => {
    const call = new SimulatedCall(undefined, longer).join();
    call.answer().answer().answer().answer();
    expect(call.lastUtterance).toEqual(['agent_thanks_needs', 'agent_ask_budget']);
    expect(textOf('agent_ask_budget', longer, 'en')).toBe('What is your budget?');
    call.answer().untilEnded();
    expect(call.turns.at(-2)).toMatchObject({ speaker: 'visitor', topic: 'budget' });
    expect(call.lastUtterance).toEqual(['agent_thanks_budget', 'agent_goodbye']);
    expect(textOf('agent_thanks_budget', longer, 'en')).not.toBe('');
  });

  test('is asked in another language if it has no words in this one, and only by the model if it has none at all', () => {
    expect(scriptOf(longer, 'uz').topics).toContain('budget');
    expect(wordsOf('agent_ask_budget', longer, 'uz')).toEqual({
      text: 'What is your budget?',
      language: 'en',
    });
    expect(wordsOf('agent_thanks_budget', longer, 'uz').language).toBe('uz');
    const wordless = interviewPlan.parse({ topics: [{ ...budget, ask: undefined }] });
    expect(scriptOf(wordless, 'uz').topics).toEqual([]);
    const call = new SimulatedCall(undefined, wordless).join().untilEnded();
    expect(call.utterances).toEqual([['agent_greeting'], ['agent_goodbye']]);
  });

  test('is in the prompt and the tools, and its answer in the events and the summary', async () => {
    const events: unknown[] = [];
    const memory = new Memory(longer, 'en', (event) => events.push(event));
    expect(instructions(memory, 'en')).toContain('budget: how much the visitor wants to spend');
    const [saveAnswer] = interviewTools({
      memory,
      hasSpoken: () => true,
      onAsks: () => {},
      onEnd: () => {},
    });
    expect(JSON.stringify(saveAnswer?.parameters)).toContain('budget');
    memory.saveAnswer('budget', '500 dollars', 'tool');
    const event = callEvent.parse(events[0]);
    expect(event).toEqual({
      type: 'answer',
      index: 0,
      topic: 'budget',
      field: 'ehtiyojlar',
      value: '500 dollars',
    });
    if (event.type === 'answer')
      expect(summaryFromAnswers([event], { language: 'en' }).ehtiyojlar).toEqual(['500 dollars']);
  });
});

describe("the owner's files", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plan-'));
  const file = (name: string, text: string) => {
    const whole = path.join(folder, name);
    writeFileSync(whole, text);
    return whole;
  };

  test('may contain any part of the plan, and give it its own version', () => {
    const read = readInterviewPlan({
      AGENT_PLAN_FILE: file('plan.json', '{"business":"We sell carpets.","languages":["uz"]}'),
      AGENT_KNOWLEDGE_FILE: file('facts.txt', 'Open from 9 to 18.\n'),
    });
    expect(read).toMatchObject({
      business: 'We sell carpets.',
      knowledge: 'Open from 9 to 18.',
      languages: ['uz'],
    });
    expect(read.version).toMatch(/^file-[0-9a-f]{12}$/);
    expect(read.topics).toEqual(plan.topics);
  });

  test.each([
    ['no JSON', { AGENT_PLAN_FILE: file('a.json', '{') }, /^AGENT_PLAN_FILE: is not JSON/],
    ['an unknown field', { AGENT_PLAN_FILE: file('b.json', '{"tune":"x"}') }, /^AGENT_PLAN_FILE: .*tune/],
    [
      'a field that the summary does not have',
      { AGENT_PLAN_FILE: file('c.json', '{"topics":[{"id":"x","findOut":"x","field":"age"}]}') },
      /^AGENT_PLAN_FILE: topics\.0\.field/,
    ],
    ['no file', { AGENT_KNOWLEDGE_FILE: path.join(folder, 'none') }, /^AGENT_KNOWLEDGE_FILE: .*ENOENT/],
    [
      'too much',
      { AGENT_KNOWLEDGE_FILE: file('d.txt', 'a'.repeat(50_001)) },
      /^AGENT_KNOWLEDGE_FILE: .*50001/,
    ],
  ])('that are wrong (%s) cause an error of one line that names the variable', (_what, files, message) => {
    const read = () =>
      readInterviewPlan({ AGENT_PLAN_FILE: undefined, AGENT_KNOWLEDGE_FILE: undefined, ...files });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });
});

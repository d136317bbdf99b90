import { describe, expect, it, test } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { exampleLines } from '../../lib/server/plan/example-lines.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { Memory } from './memory.ts';
import { textOf } from '../../lib/server/plan/script.ts';

const plan = interviewPlan.parse({});
const lastLine = (memory: Memory) => instructions(memory, 'uz').split('\n').at(-1);

test.each(languages)(
  'the number that the model reads back in %s is spoken without the country code',
  (language) => {
    const memory = new Memory(plan, language, () => {}, '+998901234567');
    const [, number = ''] = /The visitor's number: (.*)\.$/m.exec(instructions(memory, language)) ?? [];
    expect(number).toBe('+998 90 123 45 67');
    expect(spoken(number, language)).toBe(spoken('90 123 45 67', language));
  },
);

test('the agent of a business speaks under the name of its plan', () => {
  const named = interviewPlan.parse({ name: 'Gilam uyi' });
  expect(instructions(new Memory(named, 'uz'), 'uz')).toMatch(/^You are Gilam uyi,/);
  expect(instructions(new Memory(plan, 'uz'), 'uz')).toMatch(/^You are Ovoz,/);
  for (const language of languages) expect(textOf('agent_greeting', named, language)).toContain('Gilam uyi');
});

test('ten lines show the register of a language that the agent speaks, and none of another', () => {
  const russian = instructions(new Memory(interviewPlan.parse({ languages: ['ru'] }), 'ru'), 'ru');
  expect(exampleLines.ru.filter((line) => russian.includes(line))).toHaveLength(10);
  expect(exampleLines.uz.filter((line) => russian.includes(line))).toEqual([]);
});

describe('the last line, which names the next step,', () => {
  it('depends on the answers', () => {
    const memory = new Memory(plan, 'uz');
    expect(lastLine(memory)).toMatch(/^Next: find out name/);
    for (const { id } of plan.topics) memory.saveAnswer(id, 'x', 'tool');
    expect(lastLine(memory)).toMatch(/^Next: ask for the number/);
    memory.correctPhone('+998901234567');
    expect(lastLine(memory)).toMatch(/^Next: read the number back/);
    memory.saveCallBack({ when: 'ertaga' });
    expect(lastLine(memory)).toMatch(/^Next: say goodbye/);
  });

  it('does not repeat a question that the script has given up', () => {
    const memory = new Memory(plan, 'uz');
    memory.givenUp.add('name');
    expect(lastLine(memory)).not.toContain('name');
    expect(instructions(memory, 'uz')).toMatch(/do not ask again: name\.$/m);
  });

  it('asks only for the time once a person has to take over', () => {
    const memory = new Memory(plan, 'uz', () => {}, '+998901234567');
    memory.saveHandOver('wants a contract');
    expect(lastLine(memory)).toMatch(/^Next: say that a person will call back/);
    memory.saveCallBack({ when: 'ertaga' });
    expect(lastLine(memory)).toMatch(/^Next: say goodbye/);
  });

  it('follows the known facts, and the lines before these do not change in a call', () => {
    const memory = new Memory(plan, 'uz');
    const began = new Date();
    const before = instructions(memory, 'uz', began);
    memory.saveAnswer('name', 'Aziz', 'tool');
    const after = instructions(memory, 'uz', began);
    const steady = before.slice(0, before.indexOf('When the call began'));
    expect(after.startsWith(steady)).toBe(true);
    expect(steady.length / before.length).toBeGreaterThan(0.9);
  });
});

import { expect, test } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { Memory } from './memory.ts';
import { instructions } from '../../lib/server/plan/prompt.ts';

test.each(languages)(
  'the number that the model reads back in %s is said without the country’s code',
  (language) => {
    const memory = new Memory(interviewPlan.parse({}), language, () => {}, '+998901234567');
    const [, number = ''] = /The visitor's number: (.*)\.$/m.exec(instructions(memory, language)) ?? [];
    expect(number).toBe('+998 90 123 45 67');
    expect(spoken(number, language)).toBe(spoken('90 123 45 67', language));
  },
);

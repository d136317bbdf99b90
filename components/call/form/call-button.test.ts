import { expect, test } from 'vitest';
import { topics } from '@/lib/contracts/interview';
import { messagesOf } from '@/lib/i18n/messages';
import type { Language } from '@/lib/i18n/language';
import { callDescription } from './call-button';

test('until the server answers, the form promises as many questions as the built-in plan has', () => {
  expect(callDescription(messagesOf.en, 'en', null)).toContain(
    `about a minute, ${topics.length} questions, free`,
  );
});

test.each<[Language, number, string]>([
  ['uz', 4, 'bir daqiqacha, 4 ta savol, bepul'],
  ['ru', 1, 'около минуты, 1 вопрос, бесплатно'],
  ['ru', 4, 'около минуты, 4 вопроса, бесплатно'],
  ['ru', 12, 'несколько минут, 12 вопросов, бесплатно'],
  ['en', 8, 'a few minutes, 8 questions, free of charge'],
])('in %s the form with %i questions promises “%s”', (language, questions, words) => {
  for (const agentUnderstands of [false, true])
    expect(callDescription(messagesOf[language], language, { agentUnderstands, questions })).toContain(words);
});

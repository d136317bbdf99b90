import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { checkNames } from '@/lib/contracts/evaluation';
import { topics as builtInTopics, interviewPlan } from '@/lib/contracts/interview';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { ComparisonTable } from './comparison-table';

test.each(languages)('a comparison is described in the words of the office, in %s', (language) => {
  const words = messagesOf[language];
  const failed = checkNames.map((name) => ({ name, about: 'size', times: 2 }));
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={words}>
      <ComparisonTable
        topics={[]}
        rows={[
          {
            manner: 'corrects',
            published: { finished: 3, passed: 1, failed },
            draft: { finished: 3, passed: 3, failed: [] },
          },
          {
            manner: 'asks_what_is_known',
            question: 'How much?',
            published: { finished: 3, passed: 3, failed: [] },
            draft: { finished: 0, passed: 0, failed: [] },
          },
        ]}
      />
    </NextIntlClientProvider>,
  );
  const passed = (count: number) =>
    words.comparison_passed.replace('{passed}', String(count)).replace('{finished}', '3');
  expect(html).toContain(passed(1));
  expect(html).toContain(passed(3));
  expect(html).toContain(words.comparison_change_better);
  expect(html).toContain(words.comparison_change_open);
  expect(html).toContain('How much?');
  for (const name of checkNames)
    expect(html).toContain(`${words[`evaluation_check_${name}`].replace('{about}', 'size')} · 2×`);
});

test('an answer that was not noted has the name of its question, not the id', () => {
  const words = messagesOf.uz;
  const own = { id: 'topic_5', findOut: 'gilamning oʻlchami', field: 'ehtiyojlar' } as const;
  const { topics } = draftOf(interviewPlan.parse({ topics: [...builtInTopics, own] }));
  const failed = ['goal', 'topic_5', 'gone'].map((about) => ({ name: 'answer' as const, about, times: 1 }));
  const none = { finished: 0, passed: 0, failed: [] };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.uz} timeZone="UTC" messages={words}>
      <ComparisonTable
        topics={topics}
        rows={[{ manner: 'corrects', published: none, draft: { finished: 3, passed: 0, failed } }]}
      />
    </NextIntlClientProvider>,
  );
  const listed = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text);
  expect(listed).toEqual(
    [words.insights_topic_goal, 'gilamning oʻlchami', 'gone'].map((about) =>
      words.evaluation_check_answer.replace('{about}', about),
    ),
  );
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan } from '@/lib/contracts/interview';
import { messagesOf } from '@/lib/i18n/messages';
import { DiffView } from './diff-view';

const plan = draftOf(interviewPlan.parse({}));
const own = { id: 'topic_5', findOut: 'размер ковра', field: 'maqsad', required: true } as const;

test('the differences of two plans name built-in topics in the language of the office, others in the words of the owner', () => {
  const after = {
    ...plan,
    topics: [...plan.topics.slice(1), { ...own, ask: {}, askAgain: {}, thanks: {} }],
  };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="ru" timeZone="UTC" messages={messagesOf.ru}>
      <DiffView before={plan} after={after} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(messagesOf.ru.plan_topic_named.replace('{name}', 'имя'));
  expect(html).toContain(messagesOf.ru.plan_topic_named.replace('{name}', 'размер ковра'));
  expect(html).not.toContain('topic_5');
});

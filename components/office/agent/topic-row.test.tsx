import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type DraftTopic, draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan } from '@/lib/contracts/interview';
import { messagesOf } from '@/lib/i18n/messages';
import { TopicRow } from './topic-row';

const [name] = draftOf(interviewPlan.parse({})).topics;

function markupOf(change: Partial<DraftTopic>): string {
  if (name === undefined) throw new Error('no built-in topic');
  const words = { ask: { ru: 'Как вас зовут?' }, askAgain: {}, thanks: {} };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="ru" timeZone="UTC" messages={messagesOf.ru}>
      <TopicRow
        topic={{ ...name, ...change }}
        number={1}
        topicCount={4}
        builtIn={words}
        isScripted={false}
        onChange={() => undefined}
        onMove={() => undefined}
        onRemove={() => undefined}
      />
    </NextIntlClientProvider>,
  );
}

test('a built-in topic is named in the language of the office; its field is empty and shows the name in grey', () => {
  const html = markupOf({});
  expect(html).toMatch(/<summary[^>]*>.*имя.*<\/summary>/);
  expect(html).not.toContain('the visitor');
  expect(html).toContain('placeholder="имя"');
  expect(html).toContain('placeholder="Как вас зовут?"');
});

test("the owner's words are in the row and in its field, without the topic's id", () => {
  const html = markupOf({ id: 'topic_5', findOut: 'размер ковра' });
  expect(html).toMatch(/<summary[^>]*>.*размер ковра.*<\/summary>/);
  expect(html).toContain('>размер ковра</textarea>');
  expect(html).not.toContain('topic_5');
});

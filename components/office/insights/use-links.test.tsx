import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { useTopicName } from './use-links';

function Name({ topic, name }: { topic: string; name?: string }) {
  return useTopicName()({ topic, name });
}

function nameOf(topic: string, name?: string): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.uz} timeZone="UTC" messages={messagesOf.uz}>
      <Name topic={topic} name={name} />
    </NextIntlClientProvider>,
  );
}

test('a question has the words that the owner gave it, also a built-in one', () => {
  expect(nameOf('goal')).toBe(messagesOf.uz.insights_topic_goal);
  expect(nameOf('goal', 'byudjet')).toBe('byudjet');
  expect(nameOf('topic_5', 'rang')).toBe('rang');
  expect(nameOf('topic_5')).toBe(messagesOf.uz.insights_left_old);
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { readView } from '../view';
import { ActiveFilters } from './active-filters';

const filters = {
  status: 'failed',
  mark: 'called',
  from: '2026-11-01',
  to: '2026-11-21',
  recording: 'yes',
  missed: 'no',
  next: 'planned',
  call: 'yes',
  language: 'ru',
  end: 'visitor_left',
  left: 'goal',
  model: 'no',
  outcome: 'busy',
  hour: '18',
  weekday: '2',
};

function labelsOf(
  query: object,
  language: (typeof languages)[number],
  questions: Record<string, string> = {},
): string[] {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={messagesOf[language]}>
      <ActiveFilters
        view={readView({ ...query })}
        questions={new Map(Object.entries(questions))}
        onView={() => undefined}
      />
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');
}

test('every filter is shown by its name', () => {
  expect(labelsOf(filters, 'en')).toEqual([
    'Status: failed',
    'Mark: called',
    'From: Nov 1, 2026',
    'To: Nov 21, 2026',
    'With a recording',
    'Not missed',
    'With a next action',
    'Talked with the agent',
    'Language: Русский',
    'How calls ended: visitor left',
    'The last question before they left: goal',
    'Held without the language model',
    'Callback: busy',
    '18:00–18:59',
    'Tue',
  ]);
  for (const language of languages) expect(labelsOf(filters, language)).toHaveLength(15);
  expect(labelsOf({ end: 'not_reached', left: '-' }, 'en')).toEqual([
    'Did not reach the end',
    'The last question before they left: before any',
  ]);
  expect(labelsOf({ left: 'topic_5' }, 'en', { topic_5: 'the size', topic_6: 'the colour' })).toEqual([
    'The last question before they left: the size',
  ]);
  expect(labelsOf({ left: 'goal' }, 'uz', { goal: 'byudjet' })).toEqual([
    `${messagesOf.uz.insights_left}: byudjet`,
  ]);
  // A saved view changes the filter, and the page keeps its questions.
  expect(labelsOf({ left: 'topic_6' }, 'en', { topic_5: 'the size', topic_6: 'the colour' })).toEqual([
    'The last question before they left: the colour',
  ]);
  expect(labelsOf({ left: 'topic_5' }, 'en')).toEqual([
    'The last question before they left: a question of an earlier plan',
  ]);
});

test('a built-in view and a search have no list of filters', () => {
  expect(labelsOf({ mark: 'to_call' }, 'ru')).toEqual([]);
  expect(labelsOf({ q: 'Aziz' }, 'uz')).toEqual([]);
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Insights } from '@/lib/contracts/insights';
import { type Language, formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { Overview } from './overview';

const none = { count: 0, median: null, p95: null };
const data: Insights = {
  calls: 12,
  reachedEnd: 7,
  length: none,
  answer: none,
  firstWord: none,
  agentAnswer: none,
  model: { calls: 0, promptTokens: 0, outputTokens: 0, costUsd: null },
  ends: [],
  left: [],
  funnel: [],
  languages: [],
  hours: [],
  weekdays: [],
  step: 'day',
  periods: [
    { day: '2026-11-10', calls: 5, reachedEnd: 2 },
    { day: '2026-11-20', calls: 7, reachedEnd: 5 },
  ],
  marks: [
    { day: '2026-11-10', mark: 'to_call', leads: 1 },
    { day: '2026-11-20', mark: 'to_call', leads: 3 },
    { day: '2026-11-20', mark: 'called', leads: 8 },
  ],
  outcomes: [],
};
const query = { from: '2026-11-01', to: '2026-11-21' };

function paragraphs(language: Language): { text: string; href: string | undefined }[] {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={messagesOf[language]}>
      <Overview data={data} query={query} />
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, inner = '']) => ({
    text: inner.replaceAll(/<[^>]+>/g, ''),
    href: /href="([^"]*)"/.exec(inner)?.[1]?.replaceAll('&amp;', '&'),
  }));
}

test('three sentences answer the owner’s first questions, each with a link to its leads; a fourth compares two weeks', () => {
  const period = 'from=2026-11-01&to=2026-11-21';
  expect(paragraphs('en')).toEqual([
    { text: 'In this period the agent took 12 calls.', href: `/en/admin/leads?${period}&call=yes` },
    { text: 'Useful, held to the end: 7.', href: `/en/admin/leads?${period}&call=yes&end=agent_closed` },
    { text: 'Waiting for your call: 4 leads.', href: `/en/admin/leads?${period}&mark=to_call` },
    { text: 'Last 7 days: 7 calls, 5 useful. The 7 days before: 5 calls, 2 useful.', href: undefined },
  ]);
});

test.each(languages)('the figures are in the sentences in %s', (language) => {
  const figures = paragraphs(language).map(({ text }) => text.match(/\d+/g)?.map(Number));
  expect(figures).toEqual([[12], [7], [4], expect.arrayContaining([5, 2])]);
});

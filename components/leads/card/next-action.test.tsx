import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales } from '@/lib/i18n/language';
import en from '@/messages/en.json';
import { leadOf } from '../testing/lead';
import { NextAction } from './next-action';

test.each([
  ['plans one', leadOf(), en.leads_next_hour],
  ['ends the planned one', leadOf({ nextAt: '2026-11-25T05:00:00.000Z' }), en.leads_next_done],
])('the shortcut of the next action focuses the button that %s', (_, lead, words) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.en} timeZone="UTC" messages={en}>
      <QueryClientProvider client={new QueryClient()}>
        <NextAction lead={lead} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  const reached = html.match(/<button[^>]*data-field="action".*?<\/button>/g);
  expect(reached).toHaveLength(1);
  expect(reached?.[0]).toContain(words);
  expect(html).toContain('max="9999-');
});

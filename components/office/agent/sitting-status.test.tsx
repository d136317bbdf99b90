import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type FailureCode, RequestFailure } from '@/lib/api-client';
import { formatLocales } from '@/lib/i18n/language';
import en from '@/messages/en.json';
import { SittingStatus } from './sitting-status';

test.each<[FailureCode, string]>([
  ['decoder_busy', en.error_decoder_busy],
  ['too_large', en.error_too_large],
  ['storage_full', en.error_storage_full],
  ['storage_failed', en.error_storage_failed],
])('a recording that the server refuses with %s is refused in words', (code, words) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.en} timeZone="UTC" messages={en}>
      <SittingStatus phase={{ name: 'ready', fault: new RequestFailure(code) }} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(words);
});

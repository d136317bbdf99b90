import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales } from '@/lib/i18n/language';
import uz from '@/messages/uz.json';
import { leadOf } from '../testing/lead';
import { LeadError, NoRecording } from './lead-body';

test.each([
  ['a refused key', 'speech_refused', uz.error_speech_refused],
  ['a recogniser that is too slow', 'speech_timeout', uz.leads_fault_speech_timeout],
  ['a recording that is too long', 'too_large', uz.leads_fault_too_large],
  ['a fault of the storage', 'storage_failed', uz.error_storage_failed],
  ['an unknown code', 'of_tomorrow', 'The server’s own sentence.'],
])('a lead that failed because of %s shows why, translated if the code is known', (_, code, words) => {
  const failed = {
    _id: 'lead-1',
    processingStatus: 'failed' as const,
    processingError: 'The server’s own sentence.',
    processingErrorCode: code,
  };
  const lead = leadOf(failed);
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.uz} timeZone="UTC" messages={uz}>
      <LeadError lead={lead} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(words);
});

test('a lead whose visitor refused the recording says so, instead of reporting it as missing', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.uz} timeZone="UTC" messages={uz}>
      <NoRecording lead={{ recordingRefused: true, missed: false }} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(uz.leads_recording_refused);
  expect(html).not.toContain(uz.leads_no_recording);
});

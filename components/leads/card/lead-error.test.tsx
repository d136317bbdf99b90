import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import uz from '@/messages/uz.json';
import { readLeadPage } from '../lead-data';
import { LeadError } from './lead-body';

test('a fault is told in the reader’s language by its code, whatever its sentence says', () => {
  const failed = {
    _id: 'lead-1',
    processingStatus: 'failed',
    processingError: 'The recording is longer than 1200 seconds.',
    processingErrorCode: 'too_large',
  };
  const [lead] = readLeadPage({ leads: [failed] }).leads;
  if (lead === undefined) throw new Error('no lead');
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="uz" timeZone="UTC" messages={uz}>
      <LeadError lead={lead} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(uz.error_too_large);
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { leadOf } from '../testing/lead';
import { LeadFacts } from './lead-facts';

test('the wait for an answer is explained on hover and by a press, which a phone needs', () => {
  const { leads_median_wait: name, leads_median_wait_hint: explanation } = messagesOf.en;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messagesOf.en}>
      <LeadFacts lead={leadOf({ medianWaitS: 0.4 })} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(`<summary title="${explanation}"`);
  expect(html).toMatch(new RegExp(`<details><summary[^>]*>${name}.*</summary><p[^>]*>${explanation}</p>`));
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import en from '@/messages/en.json';
import { leadOf } from '../testing/lead';
import { LeadDialogue } from './lead-dialogue';

test.each([
  ['are not recognised', null],
  ['are noise to the recogniser', ''],
])('turns whose words %s are shown, and can be copied', (_, text) => {
  const lead = leadOf({
    hasAudio: false,
    transcription: 'Visitor: …',
    turns: [{ speaker: 'visitor', fromS: 0.3, toS: 2, text }],
  });
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={en}>
      <LeadDialogue lead={lead} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain(en.leads_turn_without_words);
  expect(html).toContain(en.leads_copy);
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import en from '@/messages/en.json';
import { versionOf } from '../queries';
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

test('any change of a lead, such as reprocessing or another call from its number, gives it a new version', () => {
  const before = versionOf(leadOf({ attemptCount: 0, samePhoneCount: 1 }));
  const later = leadOf({ attemptCount: 0, samePhoneCount: 1, updatedAt: '2026-11-22T05:00:00.000Z' });
  expect(versionOf(later)).not.toBe(before);
  expect(versionOf(leadOf({ attemptCount: 1, samePhoneCount: 1 }))).not.toBe(before);
  expect(versionOf(leadOf({ attemptCount: 0, samePhoneCount: 2 }))).not.toBe(before);
  const reprocessing = leadOf({ attemptCount: 0, samePhoneCount: 1, processingStatus: 'processing' });
  expect(versionOf(reprocessing)).not.toBe(before);
});

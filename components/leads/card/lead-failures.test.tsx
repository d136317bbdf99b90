import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { callFigures } from '@/lib/contracts/leads';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { LeadFailures } from './lead-failures';

const refused = { part: 'language_model', vendor: 'gpt-x', kind: 'refused', detail: '400: no tools' };
const script = { atS: 60, engine: 'script', failures: [refused] };

function markupOf(turns: object[], language: (typeof languages)[number] = 'en') {
  const figures = { planVersion: null, promptTokens: null, outputTokens: null, costUsd: null, turns };
  const measured = callFigures.parse({ ...figures, startedAt: '2026-11-23T09:01:00.000Z' });
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={messagesOf[language]}>
      <LeadFailures figures={measured} />
    </NextIntlClientProvider>,
  );
}

test.each(languages)('a lead whose call the script finished shows since when and why, in %s', (language) => {
  const html = markupOf([{ atS: 2, engine: 'script' }, script, { ...script, atS: 70 }], language);
  expect(html.match(/<li/g)).toHaveLength(1);
  expect(html).toMatch(/(14|2):02/);
  expect(html).toContain(messagesOf[language].leads_script_held.split('{')[0] ?? '');
  expect(html).toContain(messagesOf[language].office_vendor_refused);
  expect(html).toContain('400: no tools');
});

test('a vendor that failed temporarily, or was replaced by another, is named', () => {
  const voice = { part: 'synthesis', vendor: 'muxlisa', kind: 'timeout' };
  const html = markupOf([script, { atS: 70, engine: 'model', failures: [voice] }]);
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html).toContain('gpt-x failed at');
  expect(html).toContain('muxlisa failed at');
  expect(html).not.toContain('Held by the script');
});

test('a model that failed, answered and failed again shows since when the script held the call', () => {
  const html = markupOf([script, { atS: 70, engine: 'model' }, { ...script, atS: 120 }]);
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html).toMatch(/gpt-x failed at [^<]*:02/);
  expect(html).toMatch(/Held by the script since [^<]*:03/);
});

test('a call without failures shows none', () => {
  expect(markupOf([{ atS: 2, engine: 'model' }])).toBe('');
});

test.each(languages)('replaced statements are counted, in %s', (language) => {
  const html = markupOf([{ atS: 2, replaced: 2 }, { atS: 9, replaced: 1 }, { atS: 12 }], language);
  expect(html.match(/<li/g)).toHaveLength(1);
  expect(html).toMatch(/(?<!\d)3(?!\d)/);
});

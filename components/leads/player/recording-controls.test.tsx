import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales } from '@/lib/i18n/language';
import uz from '@/messages/uz.json';
import { RecordingNotes } from './recording-controls';

function markupOf(
  {
    speaker = 'agent',
    recordedBy = 'visitor',
  }: Partial<Record<'speaker' | 'recordedBy', 'agent' | 'visitor'>>,
  agent: number[],
): string {
  const lead = { turns: [{ speaker, fromS: 0, toS: 1, text: 'Salom' }], recordedBy };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.uz} timeZone="UTC" messages={uz}>
      <RecordingNotes lead={lead} peaks={{ visitor: [90, 0], agent }} />
    </NextIntlClientProvider>,
  );
}

test('a recording that lacks the agent’s voice has a note, but only if the agent spoke', () => {
  expect(markupOf({}, [0, 0])).toContain(uz.leads_visitor_alone);
  expect(markupOf({}, [0, 40])).toBe('');
  expect(markupOf({ speaker: 'visitor' }, [0, 0])).toBe('');
});

test('the agent’s copy is marked as one', () => {
  expect(markupOf({ recordedBy: 'agent' }, [0, 40])).toContain(uz.leads_agents_copy);
});

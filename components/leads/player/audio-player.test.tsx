import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import uz from '@/messages/uz.json';
import { VisitorAlone } from './audio-player';

function shown(speaker: 'agent' | 'visitor', agent: number[]): string {
  const lead = { turns: [{ speaker, fromS: 0, toS: 1, text: 'Salom' }] };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="uz" timeZone="UTC" messages={uz}>
      <VisitorAlone lead={lead} peaks={{ visitor: [90, 0], agent }} />
    </NextIntlClientProvider>,
  );
}

test('a recording without the agent’s voice says so, and only where the agent has spoken', () => {
  expect(shown('agent', [0, 0])).toContain(uz.leads_visitor_alone);
  expect(shown('agent', [0, 40])).toBe('');
  expect(shown('visitor', [0, 0])).toBe('');
});

import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CallFigures } from '@/lib/contracts/leads';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { LeadFigures } from './lead-figures';

const figures: CallFigures = {
  planVersion: 'file-7',
  promptTokens: 2_000,
  outputTokens: 40,
  costUsd: 0.0123,
  turns: [
    {
      atS: 6,
      engine: 'model',
      model: 'gpt-x',
      recognizer: 'muxlisa',
      voice: 'local',
      totalMs: 870,
      interrupted: true,
    },
    { atS: 65, engine: 'script', totalMs: 360 },
  ],
};

test.each(languages)('each measured turn is a row with its engines and its time, in %s', (language) => {
  const words = messagesOf[language];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={words}>
      <LeadFigures figures={figures} />
    </NextIntlClientProvider>,
  );
  expect(html).toContain('file-7');
  expect(html).toMatch(/0[.,]0123/);
  expect(html.match(/<tr/g)).toHaveLength(3);
  expect(html).toContain(`gpt-x, muxlisa, local (${words.leads_figures_interrupted})`);
  expect(html).toContain(`1:05`);
  expect(html).toContain(words.leads_figures_script);
});

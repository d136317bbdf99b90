import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ModelTrial } from '@/lib/contracts/vendor-failures';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { TriedModel } from './tried-model';

const tried = { model: 'gpt-x', firstTokenMs: 1_234, said: 'Salom!', lacksTools: false, reasoning: {} };

test.each(languages)('a trial, its failure and its reasoning effort are described in %s', (language) => {
  const words = messagesOf[language];
  const markupOf = (trial: ModelTrial) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={words}>
        <TriedModel tried={trial} />
      </NextIntlClientProvider>,
    );
  const seconds = language === 'en' ? '1.23' : '1,23';
  const filled = (text: string) => text.replace('{model}', 'gpt-x').replace('{seconds}', seconds);
  expect(markupOf(tried)).toContain(`${filled(words.setup_model_works)} “Salom!”`);
  expect(markupOf({ ...tried, lacksTools: true })).toContain(filled(words.setup_model_without_tools));
  expect(markupOf({ ...tried, failure: { kind: 'timeout' } })).toContain(filled(words.setup_model_slow));
  const failure = { kind: 'key', detail: '401: bad key' } as const;
  const refused = markupOf({ model: 'gpt-x', lacksTools: false, reasoning: {}, failure });
  expect(refused).toContain(`gpt-x: ${words.office_vendor_key} (401: bad key)`);
  const reasonings = [
    [{}, words.setup_reasoning_not_sent],
    [{ set: 'low', sent: 'low' }, words.setup_reasoning_sent.replace('{sent}', 'low')],
    [{ sent: 'none' }, words.setup_reasoning_needed.replace('{sent}', 'none')],
    [{ set: 'low' }, words.setup_reasoning_left_out.replace('{set}', 'low')],
    [
      { set: 'low', sent: 'none' },
      words.setup_reasoning_replaced.replace('{set}', 'low').replace('{sent}', 'none'),
    ],
  ] as const;
  for (const [reasoning, text] of reasonings) expect(markupOf({ ...tried, reasoning })).toContain(text);
});

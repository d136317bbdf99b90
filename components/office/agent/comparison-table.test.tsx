import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { checkNames } from '@/lib/contracts/evaluation';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { ComparisonTable } from './comparison-table';

test.each(languages)('a comparison is described in the words of the office, in %s', (language) => {
  const words = messagesOf[language];
  const failed = checkNames.map((name) => ({ name, about: 'size', times: 2 }));
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales[language]} timeZone="UTC" messages={words}>
      <ComparisonTable
        rows={[
          {
            manner: 'corrects',
            published: { finished: 3, passed: 1, failed },
            draft: { finished: 3, passed: 3, failed: [] },
          },
          {
            manner: 'asks_what_is_known',
            question: 'How much?',
            published: { finished: 3, passed: 3, failed: [] },
            draft: { finished: 0, passed: 0, failed: [] },
          },
        ]}
      />
    </NextIntlClientProvider>,
  );
  const passed = (count: number) =>
    words.comparison_passed.replace('{passed}', String(count)).replace('{finished}', '3');
  expect(html).toContain(passed(1));
  expect(html).toContain(passed(3));
  expect(html).toContain(words.comparison_change_better);
  expect(html).toContain(words.comparison_change_open);
  expect(html).toContain('How much?');
  for (const name of checkNames)
    expect(html).toContain(`${words[`evaluation_check_${name}`].replace('{about}', 'size')} · 2×`);
});

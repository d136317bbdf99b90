import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLocales, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { LockedNotice } from './locked-notice';

test.each(languages)(
  'the locked page names the start command on a local run, and the variable on a deployment, in %s',
  (language) => {
    const markupOf = (hint: 'admin_locked_hint' | 'admin_link_hint') =>
      renderToStaticMarkup(
        <NextIntlClientProvider
          locale={formatLocales[language]}
          timeZone="UTC"
          messages={messagesOf[language]}
        >
          <LockedNotice hint={hint} />
        </NextIntlClientProvider>,
      );
    expect(markupOf('admin_link_hint')).toMatch(/<code[^>]*>npm start<\/code>/);
    expect(markupOf('admin_locked_hint')).toMatch(/<code[^>]*>ADMIN_PASSWORD<\/code>/);
  },
);

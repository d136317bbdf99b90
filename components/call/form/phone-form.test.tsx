import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { languages } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { stringsOf } from '@/lib/i18n/strings';
import { PhoneForm } from './phone-form';

test.each(languages)('%s: the agreement links the terms and the privacy notice', (language) => {
  const strings = stringsOf(messagesOf[language], 'phone_');
  const form = renderToStaticMarkup(<PhoneForm strings={strings} language={language} />);
  const linked = form.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g).map(([, href, words]) => [href, words]);
  expect([...linked]).toEqual(
    expect.arrayContaining([
      [hrefIn(language, '/terms'), strings.phone_terms_link],
      [hrefIn(language, '/privacy'), strings.phone_privacy_link],
    ]),
  );
});

test.each(languages)('%s: the page’s own language comes first and is chosen', (language) => {
  const strings = stringsOf(messagesOf[language], 'phone_');
  const form = renderToStaticMarkup(<PhoneForm strings={strings} language={language} />);
  const offered = [...form.matchAll(/<input type="radio"[^>]*>/g)].map(([radio]) => radio);
  expect(offered).toHaveLength(languages.length);
  expect(offered.filter((radio) => radio.includes('checked'))).toEqual([offered[0]]);
  expect(offered[0]).toContain(`value="${language}"`);
});

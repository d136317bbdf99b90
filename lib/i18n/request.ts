import { locale } from 'next/root-params';
import { getRequestConfig } from 'next-intl/server';
import { fallbackLanguage, formatLocales, isLanguage } from './language.ts';
import { messagesOf } from './messages.ts';

export default getRequestConfig(async () => {
  const requestedLocale = await locale();
  const language = isLanguage(requestedLocale) ? requestedLocale : fallbackLanguage;
  return { locale: formatLocales[language], messages: messagesOf[language], timeZone: 'Asia/Tashkent' };
});

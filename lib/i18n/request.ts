import { locale as rootLocale } from 'next/root-params';
import { getRequestConfig } from 'next-intl/server';
import { fallbackLanguage, isLanguage } from './language.ts';
import { messagesOf } from './messages.ts';

export default getRequestConfig(async ({ locale }) => {
  const named = locale ?? (await rootLocale());
  const language = isLanguage(named) ? named : fallbackLanguage;
  return { locale: language, messages: messagesOf[language], timeZone: 'Asia/Tashkent' };
});

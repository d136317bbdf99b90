import { getRequestConfig } from 'next-intl/server';
import { getLanguage } from './get-language.ts';
import { formatLocales } from './language.ts';
import { messagesOf } from './messages.ts';

export default getRequestConfig(async () => {
  const language = await getLanguage();
  return { locale: formatLocales[language], messages: messagesOf[language], timeZone: 'Asia/Tashkent' };
});

import { getLocale } from 'next-intl/server';
import { type Language, languageOf } from './language.ts';

/** The language of the page that the server renders. */
export async function getLanguage(): Promise<Language> {
  return languageOf(await getLocale());
}

import { locale } from 'next/root-params';
import { type Language, fallbackLanguage, isLanguage } from './language.ts';

/** The language of the page that the server renders. */
export async function getLanguage(): Promise<Language> {
  const named = await locale();
  return isLanguage(named) ? named : fallbackLanguage;
}

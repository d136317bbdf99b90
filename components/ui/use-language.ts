import { useLocale } from 'next-intl';
import { type Language, languageOf } from '@/lib/i18n/language';

/** The language of the page, in client components. */
export function useLanguage(): Language {
  return languageOf(useLocale());
}

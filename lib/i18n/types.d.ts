import type uz from '../../messages/uz.json';
import type { FormatLocale } from './language.ts';

declare module 'next-intl' {
  interface AppConfig {
    Locale: FormatLocale;
    Messages: typeof uz;
  }
}

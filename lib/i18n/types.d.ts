import type uz from '../../messages/uz.json';
import type { Language } from './language.ts';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: typeof uz;
  }
}

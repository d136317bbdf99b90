import cyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url';
import { preload } from 'react-dom';
import type { Language } from '@/lib/i18n/language';

/** Asks the browser for the font files a language is set in before it has read the style sheet. */
export function preloadFonts(language: Language) {
  const files = language === 'ru' ? [cyrillic, latin] : [latin];
  for (const file of files) preload(file, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

import alpomish from './art/covers/alpomish.svg';
import boburnoma from './art/covers/boburnoma.svg';
import farhod from './art/covers/farhod-va-shirin.svg';
import kecha from './art/covers/kecha-va-kunduz.svg';
import mehrob from './art/covers/mehrobdan-chayon.svg';
import otkan from './art/covers/otkan-kunlar.svg';

/** The audiobooks of the showcase (spec.md section 3), all in the public domain. The ink is what title and author are set in. */
export const books = [
  { id: 'farhod', cover: farhod, ink: 'night' },
  { id: 'boburnoma', cover: boburnoma, ink: 'ivory' },
  { id: 'otkan', cover: otkan, ink: 'night' },
  { id: 'kecha', cover: kecha, ink: 'ivory' },
  { id: 'alpomish', cover: alpomish, ink: 'night' },
  { id: 'mehrob', cover: mehrob, ink: 'ivory' },
] as const;

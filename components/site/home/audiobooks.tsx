import { getTranslations } from 'next-intl/server';
import { getLanguage } from '@/lib/i18n/get-language';
import { bookPassages } from '@/lib/book-passages';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import alpomish from './art/covers/alpomish.svg';
import boburnoma from './art/covers/boburnoma.svg';
import farhod from './art/covers/farhod-va-shirin.svg';
import kecha from './art/covers/kecha-va-kunduz.svg';
import mehrob from './art/covers/mehrobdan-chayon.svg';
import otkan from './art/covers/otkan-kunlar.svg';
import styles from './audiobooks.module.css';
import { Bookshelf } from './bookshelf';
import { SectionTitle } from './section-title';

/** The audiobooks of the showcase, all in the public domain. `ink` is the colour of title and author. */
const books = [
  { id: 'farhod', cover: farhod, ink: 'night' },
  { id: 'boburnoma', cover: boburnoma, ink: 'ivory' },
  { id: 'otkan', cover: otkan, ink: 'night' },
  { id: 'kecha', cover: kecha, ink: 'ivory' },
  { id: 'alpomish', cover: alpomish, ink: 'night' },
  { id: 'mehrob', cover: mehrob, ink: 'ivory' },
] as const;

export async function Audiobooks() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <section
      id="audiobooks"
      aria-labelledby="audiobooks-title"
      className={`${styles.section} overflow-clip bg-paper-sunk`}
    >
      <div className="mx-auto w-full max-w-page px-5 py-16 md:py-24 xl:px-0">
        <div className="grid gap-4 lg:grid-cols-12 lg:items-end lg:gap-12">
          <SectionTitle id="audiobooks-title" className="lg:col-span-6">
            {t('audiobooks_title')}
          </SectionTitle>
          <p className="max-w-[30.4em] text-lg text-balance text-ink-soft lg:col-span-6">
            {t('audiobooks_text')}
          </p>
        </div>
        <Bookshelf
          strings={stringsOf(
            messagesOf[language],
            'audiobooks_play',
            'audiobooks_hint',
            'audiobooks_failed',
            'audiobooks_source',
          )}
          books={books.map(({ id, cover, ink }) => {
            const title = t(`audiobooks_${id}_title`);
            const author = t(`audiobooks_${id}_author`);
            return {
              id,
              title,
              author,
              note: t(`audiobooks_${id}_note`),
              quote: bookPassages[id].quote,
              audioPath: bookPassages[id].audio,
              cover: (
                <>
                  <img src={cover.src} width={cover.width} height={cover.height} alt="" loading="lazy" />
                  <span className={ink === 'ivory' ? styles.onDark : styles.onLight}>
                    <span className={styles.title}>{title}</span>
                    <span className={styles.author}>{author}</span>
                  </span>
                </>
              ),
            };
          })}
        />
      </div>
    </section>
  );
}

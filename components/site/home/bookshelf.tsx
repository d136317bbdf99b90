'use client';

import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { usePressToPlay } from '@/components/ui/use-press-to-play';
import type { BookId } from '@/lib/book-passages';
import { playableExtension } from '@/lib/demo-texts';
import type { StringsOf } from '@/lib/i18n/strings';
import styles from './audiobooks.module.css';

interface ShelfBook {
  id: BookId;
  title: string;
  author: string;
  note: string;
  cover: ReactNode;
  /** A short quotation from the passage, for the back of the cover. */
  quote: string;
  /** Path of the recording without its file extension. */
  audioPath: string;
}

interface BookshelfProps {
  books: ShelfBook[];
  strings: StringsOf<'audiobooks_play' | 'audiobooks_hint' | 'audiobooks_failed' | 'audiobooks_source'>;
}

type Passages = Record<BookId, { text: string }>;

type OpenBook = { id: BookId; status: 'loading' | 'playing' | 'stopped' | 'failed' };

const isUnderWay = (openBook: OpenBook | null) =>
  openBook?.status === 'loading' || openBook?.status === 'playing';

/** The fan of books. Hover and focus turn a cover over; a press plays its passage. A second press or Escape stops it. */
export function Bookshelf({ books, strings }: BookshelfProps) {
  const [openBook, setOpenBook] = useState<OpenBook | null>(null);
  const [passages, setPassages] = useState<Passages | null>(null);
  const { audio, play, pause } = usePressToPlay(() => setStatus('failed'));
  const openShelfBook = books.find(({ id }) => id === openBook?.id);

  function stop() {
    pause();
    setOpenBook(null);
  }

  function setStatus(status: OpenBook['status']) {
    setOpenBook((now) => (now !== null && isUnderWay(now) ? { ...now, status } : now));
  }

  function press({ id, audioPath }: ShelfBook) {
    if (openBook?.id === id && isUnderWay(openBook)) return stop();
    if (!play(`${audioPath}${playableExtension()}`)) return;
    setOpenBook({ id, status: 'loading' });
    // The first opened book loads the passages. Without them it still plays.
    void import('@/lib/book-passages').then(
      ({ bookPassages }) => setPassages(bookPassages),
      () => undefined,
    );
  }

  /** A media key may have started the book after it was closed. The event is asynchronous: it may have stopped again. */
  function showPlaying({ paused, src }: HTMLAudioElement) {
    const book = books.find(({ audioPath }) => src.endsWith(`${audioPath}${playableExtension()}`));
    if (!paused && book !== undefined) setOpenBook({ id: book.id, status: 'playing' });
  }

  return (
    <>
      <ul className={styles.fan}>
        {books.map((book) => {
          const { id, title, author, note, cover, quote } = book;
          const status = openBook?.id === id ? openBook.status : null;
          return (
            <li key={id} className={styles.book}>
              <button
                type="button"
                aria-pressed={openBook?.id === id}
                className={styles.cover}
                onClick={() => press(book)}
                onKeyDown={(event) => event.key === 'Escape' && stop()}
              >
                <span className={styles.leaf}>
                  <span className={styles.front} aria-hidden="true">
                    {cover}
                  </span>
                  <span className={styles.back}>
                    <span className="sr-only">{strings.audiobooks_play}: </span>
                    <span lang="uz" className={styles.quote} aria-hidden="true">
                      {quote}
                    </span>
                    <span className={styles.imprint}>
                      <span className={styles.imprintTitle}>{title}</span>
                      <span>{author}</span>
                      <span className={styles.note}>{note}</span>
                    </span>
                    <span className={styles.mark}>
                      {status === 'playing' ? (
                        <Equalizer className="h-full w-auto" />
                      ) : (
                        <Play
                          aria-hidden
                          className={`h-full w-auto fill-current ${status === 'loading' ? 'animate-pulse' : ''}`}
                        />
                      )}
                    </span>
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <audio
        ref={audio}
        preload="none"
        // The event is asynchronous: if another book has begun meanwhile, the element is no longer paused.
        onPause={({ currentTarget }) => currentTarget.paused && setStatus('stopped')}
        onPlaying={({ currentTarget }) => showPlaying(currentTarget)}
        onWaiting={() => setStatus('loading')}
        onError={() => setStatus('failed')}
      />
      <figure className="mx-auto flex min-h-20 max-w-[46rem] flex-col items-center gap-3 pt-6 text-center">
        {openShelfBook ? (
          <>
            <blockquote lang="uz" className="text-lg leading-snug font-medium text-pretty md:text-xl">
              {passages?.[openShelfBook.id].text}
            </blockquote>
            <figcaption className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-ink-soft">
              <span>
                {openShelfBook.author}, {openShelfBook.title}. {strings.audiobooks_source}
              </span>
              <button
                type="button"
                onClick={() => (isUnderWay(openBook) ? stop() : press(openShelfBook))}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-medium text-ink hover:bg-paper-raised"
              >
                {isUnderWay(openBook) ? (
                  <Pause aria-hidden className="size-4 fill-current" />
                ) : (
                  <Play aria-hidden className="size-4 fill-current" />
                )}
                {isUnderWay(openBook) ? strings.audiobooks_play_stop : strings.audiobooks_play_again}
              </button>
            </figcaption>
            <p role="status" className="text-failed-ink empty:hidden">
              {openBook?.status === 'failed' ? strings.audiobooks_failed : null}
            </p>
          </>
        ) : (
          <p className="text-ink-soft">{strings.audiobooks_hint}</p>
        )}
      </figure>
    </>
  );
}

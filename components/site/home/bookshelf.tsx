'use client';

import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { beginSound } from '@/components/ui/sounding';
import { usePressToPlay } from '@/components/ui/use-press-to-play';
import type { BookId } from '@/lib/book-passages';
import { playableEnding } from '@/lib/demo-texts';
import type { StringsOf } from '@/lib/i18n/strings';
import styles from './audiobooks.module.css';

interface ShelfBook {
  id: BookId;
  title: string;
  author: string;
  note: string;
  cover: ReactNode;
  /** The first words, for the back of the cover. */
  quote: string;
  /** Path of the recording, without its ending. */
  audio: string;
}

interface BookshelfProps {
  books: ShelfBook[];
  strings: StringsOf<'audiobooks_play' | 'audiobooks_hint' | 'audiobooks_failed' | 'audiobooks_source'>;
}

type Passages = Record<BookId, { text: string }>;

/** `opening`: the sound is loading. */
type OpenBook = { id: BookId; status: 'opening' | 'playing' | 'over' | 'failed' };

const isUnderWay = (reading: OpenBook | null) =>
  reading?.status === 'opening' || reading?.status === 'playing';

/** The fan of books. Hover and focus turn a cover over; a press reads the book aloud. A second press or Escape stops it. */
export function Bookshelf({ books, strings }: BookshelfProps) {
  const [reading, setReading] = useState<OpenBook | null>(null);
  const [passages, setPassages] = useState<Passages | null>(null);
  const { audio, play, pause } = usePressToPlay(() => setStatus('failed'));
  const open = books.find(({ id }) => id === reading?.id);

  function stop() {
    pause();
    setReading(null);
  }

  function setStatus(status: OpenBook['status']) {
    setReading((now) => (now !== null && isUnderWay(now) ? { ...now, status } : now));
  }

  function press({ id, audio: path }: ShelfBook) {
    if (reading?.id === id && isUnderWay(reading)) return stop();
    if (!play(`${path}${playableEnding()}`)) return;
    setReading({ id, status: 'opening' });
    // The first opened book loads the passages. Without them it still plays.
    void import('@/lib/book-passages').then(
      ({ bookPassages }) => setPassages(bookPassages),
      () => undefined,
    );
  }

  /** Also called if a media key starts the element, which may be after the end or during a call. */
  function begin(element: HTMLAudioElement) {
    if (element.paused) return;
    const book = books.find(({ audio: path }) => element.src.endsWith(`${path}${playableEnding()}`));
    if (book === undefined || !beginSound(element)) return element.pause();
    setReading((now) => (now?.id === book.id && isUnderWay(now) ? now : { id: book.id, status: 'opening' }));
  }

  return (
    <>
      <ul className={styles.fan}>
        {books.map((book) => {
          const { id, title, author, note, cover, quote } = book;
          const status = reading?.id === id ? reading.status : null;
          return (
            <li key={id} className={styles.book}>
              <button
                type="button"
                aria-pressed={reading?.id === id}
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
                          className={`h-full w-auto fill-current ${status === 'opening' ? 'animate-pulse' : ''}`}
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
        // Another sound, a media key or the end has paused it, and no other book has begun.
        onPause={({ currentTarget }) => currentTarget.paused && setStatus('over')}
        onPlay={({ currentTarget }) => begin(currentTarget)}
        onPlaying={() => setStatus('playing')}
        onWaiting={() => setStatus('opening')}
        onError={() => setStatus('failed')}
      />
      <figure className="mx-auto flex min-h-20 max-w-[46rem] flex-col items-center gap-3 pt-6 text-center">
        {open ? (
          <>
            <blockquote lang="uz" className="text-lg leading-snug font-medium text-pretty md:text-xl">
              {passages?.[open.id].text}
            </blockquote>
            <figcaption className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-ink-soft">
              <span>
                {open.author}, {open.title}. {strings.audiobooks_source}
              </span>
              <button
                type="button"
                onClick={() => (isUnderWay(reading) ? stop() : press(open))}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-medium text-ink hover:bg-paper-raised"
              >
                {isUnderWay(reading) ? (
                  <Pause aria-hidden className="size-4 fill-current" />
                ) : (
                  <Play aria-hidden className="size-4 fill-current" />
                )}
                {isUnderWay(reading) ? strings.audiobooks_play_stop : strings.audiobooks_play_again}
              </button>
            </figcaption>
            <p role="status" className="text-failed-ink empty:hidden">
              {reading?.status === 'failed' ? strings.audiobooks_failed : null}
            </p>
          </>
        ) : (
          <p className="text-ink-soft">{strings.audiobooks_hint}</p>
        )}
      </figure>
    </>
  );
}

'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { gistOf } from '@/components/leads/card/lead-gist';
import { officePages } from '@/components/leads/office-pages';
import { type PaletteAction, pageActions } from '@/components/leads/palette-actions';
import { useFoundLeads } from '@/components/leads/queries';
import { useLanguage } from '@/components/ui/use-language';
import { dialogLook } from '@/components/ui/dialog';
import { isKeyTaken, keysOf } from '@/components/ui/pressed-keys';
import { useShortcutsOn } from '@/components/ui/use-shortcuts-on';
import { apiUrl } from '@/lib/api-client';
import { hrefIn } from '@/lib/i18n/routing';
import { shownPhone } from '@/components/leads/format';
import { matches } from './palette-match';

const searchDelayMs = 200;
const leadsMax = 6;
/** The time for the second key after `g`. */
const chordMs = 1_000;

/** A button and Ctrl-K find leads by number or name, pages and actions; `g` and a letter open a page. */
export function OfficePalette() {
  const t = useTranslations();
  const language = useLanguage();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const chordSinceMs = useRef(-Infinity);
  const listId = useId();
  const [words, setWords] = useState('');
  const [chosenIndex, setChosenIndex] = useState(0);
  const [actionsOfPage, setActionsOfPage] = useState<PaletteAction[]>([]);
  const [areShortcutsOn] = useShortcutsOn();
  const searchWords = useDebounced(words.trim());
  const found = useFoundLeads(searchWords, leadsMax);
  const { leads, isError } = searchWords === words.trim() ? found : {};

  const pageOpener =
    (path: string, query = '') =>
    () =>
      router.push(hrefIn(language, path) + query);
  const downloader = (format: 'json' | 'csv') => () => {
    const href = apiUrl('GET /api/leads/download', { query: { format } });
    // With `download` a refusal does not replace the page.
    Object.assign(document.createElement('a'), { href, download: '' }).click();
  };
  const fixedActions: PaletteAction[] = [
    ...Object.values(officePages).map((page) => ({
      title: t(`office_nav_${page}`),
      run: pageOpener(`/admin/${page}`),
    })),
    ...actionsOfPage,
    { title: t('office_palette_talk'), run: pageOpener('/') },
    { title: t('office_palette_download'), hint: 'JSON', run: downloader('json') },
    { title: t('office_palette_download'), hint: 'CSV', run: downloader('csv') },
  ];
  const entries: PaletteAction[] = [
    ...fixedActions.filter(({ title, hint = '' }) => matches(`${title} ${hint}`, words.trim())),
    ...(leads ?? []).map((lead) => ({
      title: shownPhone(lead.phoneNumber),
      hint: gistOf(lead).name,
      run: pageOpener('/admin/leads', `?lead=${lead._id}`),
    })),
  ];

  function open() {
    setActionsOfPage(pageActions());
    dialog.current?.showModal();
  }

  function run(action: PaletteAction) {
    dialog.current?.close();
    // The keys then act on the page that the action opens.
    opener.current?.blur();
    action.run();
  }

  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
      event.preventDefault();
      open();
      return;
    }
    if (!areShortcutsOn || event.defaultPrevented || isKeyTaken(event.target, event.key)) return;
    const keys = keysOf(event);
    const page = Object.entries(officePages).find(([key]) => keys.includes(key))?.[1];
    if (event.timeStamp - chordSinceMs.current < chordMs && page !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      router.push(hrefIn(language, `/admin/${page}`));
    }
    chordSinceMs.current = keys.includes('g') ? event.timeStamp : -Infinity;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    // Runs before the page's own keys: `g a` is not `a`.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);

  function handleInputKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const entry = entries[chosenIndex];
    if (step !== 0 && entries.length > 0)
      setChosenIndex((chosenIndex + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && entry !== undefined) run(entry);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className="flex min-h-9 items-center gap-2 rounded-lg border border-line bg-paper-raised px-3 text-sm font-medium hover:border-line-strong max-lg:border-transparent max-lg:bg-transparent touch:min-h-11"
      >
        <Search className="size-4" aria-hidden />
        <span className="max-lg:sr-only">{t('office_palette_open')}</span>
        <kbd className="font-sans text-xs text-ink-soft max-lg:hidden touch:hidden" aria-hidden>
          Ctrl-K
        </kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label={t('office_palette_open')}
        onClose={() => {
          setWords('');
          setChosenIndex(0);
        }}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
        className={`${dialogLook} mx-auto mt-[12svh] w-[min(36rem,calc(100vw-2rem))] p-0`}
      >
        <label className="flex items-center gap-3 border-b border-line px-4">
          <Search className="size-4 shrink-0 text-ink-soft" aria-hidden />
          <input
            role="combobox"
            aria-label={t('office_palette')}
            aria-expanded={entries.length > 0}
            aria-controls={listId}
            aria-activedescendant={entries.length > 0 ? `${listId}-${chosenIndex}` : undefined}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setChosenIndex(0);
            }}
            onKeyDown={handleInputKey}
            placeholder={t('office_palette')}
            autoComplete="off"
            maxLength={200}
            className="min-h-14 w-full bg-transparent outline-none"
          />
        </label>
        <ul
          id={listId}
          role="listbox"
          aria-label={t('office_palette_open')}
          className="max-h-[50svh] overflow-y-auto p-2"
        >
          {entries.map((entry, index) => (
            <li
              key={index}
              ref={index === chosenIndex ? scrollIntoView : undefined}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosenIndex}
              onPointerMove={() => setChosenIndex(index)}
              onClick={() => run(entry)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 text-sm aria-selected:bg-paper-sunk"
            >
              <span className="font-medium tabular-nums">{entry.title}</span>
              <span className="truncate text-ink-soft">{entry.hint}</span>
            </li>
          ))}
        </ul>
        {entries.length === 0 && leads !== undefined && (
          <p role="status" className="px-5 pb-5 text-sm text-ink-soft">
            {t('office_palette_nothing')}
          </p>
        )}
        {isError && (
          <p role="alert" className="px-5 pb-5 text-sm text-failed-ink">
            {t('office_palette_failed')}
          </p>
        )}
      </dialog>
    </>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Returns the words as they were at the last pause in typing. */
function useDebounced(words: string): string {
  const [debounced, setDebounced] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(words), searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  return debounced;
}

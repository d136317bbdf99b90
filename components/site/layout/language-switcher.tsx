'use client';

import { usePathname, useRouter } from 'next/navigation';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { languageNames, languages } from '@/lib/i18n/language';
import { filePathOf, hrefIn } from '@/lib/i18n/routing';
import type { Language } from '@/lib/i18n/language';
import { saveLanguage, saveReadingPlace, restoreReadingPlace } from './language-choice';
import menuStyles from './popover-menu.module.css';
import styles from './navbar.module.css';

const menuId = 'language-menu';

const indexAfterKey: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at > 0 ? at : count) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function LanguageSwitcher({ language, label }: { language: Language; label: string }) {
  const router = useRouter();
  const pathname = usePathname() ?? '/';
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    // After a switch of language this is a new button without the keyboard focus.
    if (restoreReadingPlace()) button.current?.focus({ preventScroll: true });
  }, []);

  const close = () => menu.current?.hidePopover();
  const closeFromOutside = useEffectEvent(close);

  useEffect(() => {
    if (!isOpen) return;
    function closeOutside(event: PointerEvent) {
      const target = event.target instanceof Node ? event.target : null;
      if (!menu.current?.contains(target) && !button.current?.contains(target)) closeFromOutside();
    }
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function choices(): HTMLElement[] {
    return [...(menu.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  }

  function openWithKeys(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.current?.showPopover();
  }

  function moveWithKeys(event: KeyboardEvent) {
    const newIndex = indexAfterKey[event.key];
    if (event.key === 'Tab') close();
    if (!newIndex) return;
    event.preventDefault();
    const allChoices = choices();
    allChoices[
      newIndex(
        allChoices.findIndex((choice) => choice === document.activeElement),
        allChoices.length,
      )
    ]?.focus();
  }

  function choose(event: MouseEvent, chosen: Language) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    close();
    saveLanguage(chosen);
    if (chosen === language) return;
    saveReadingPlace();
    const { search, hash } = window.location;
    router.replace(hrefIn(chosen, pathname) + search + hash, { scroll: false });
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={menuId}
        className={styles.button}
        onKeyDown={openWithKeys}
      >
        <span className="sr-only">{label}: </span>
        {languageNames[language]}
        <svg viewBox="0 0 12 8" width="12" height="8" className={styles.arrow} aria-hidden="true">
          <path d="M1 1.5l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        aria-label={label}
        className={`${menuStyles.menu} ${styles.menu}`}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveWithKeys}
      >
        {languages.map((choice) => (
          <a
            key={choice}
            // The browser focuses it when the menu opens; React would focus it when the page loads.
            ref={(element) => void element?.toggleAttribute('autofocus', choice === language)}
            // Without scripts only the path names the choice, so Uzbek needs its prefix, too.
            href={filePathOf(hrefIn(choice, pathname))}
            hrefLang={choice}
            lang={choice}
            role="menuitemradio"
            aria-checked={choice === language}
            tabIndex={-1}
            className={menuStyles.item}
            onClick={(event) => choose(event, choice)}
          >
            {languageNames[choice]}
          </a>
        ))}
      </div>
    </>
  );
}

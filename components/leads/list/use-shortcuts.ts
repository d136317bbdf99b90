import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { browserStorage } from '@/components/ui/browser-storage';
import type { LeadMarkName } from '@/lib/contracts/leads';
import type { LeadView } from '../lead-data';
import { recordingOf } from '../player/player';
import { usePlayer } from '../player/player-context';

/** Single-key shortcuts of the leads page, off while something is being typed. */
export const shortcuts = {
  j: 'next',
  k: 'previous',
  Enter: 'toggle',
  ' ': 'play',
  c: 'call',
  x: 'select',
  '1': 'to_call',
  '2': 'called',
  '3': 'closed',
  '/': 'search',
  '?': 'help',
} as const;
export type Shortcut = (typeof shortcuts)[keyof typeof shortcuts];

interface KeyPress {
  key: string;
  /** The key's place on the keyboard. */
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The shortcut that a key press stands for; null for any other, and for those with a modifier of the browser's. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  return shortcutFor(press.key) ?? shortcutFor(latinKey(press));
}

function shortcutFor(key: string): Shortcut | null {
  const known = Object.entries(shortcuts).find(([shortcutKey]) => shortcutKey === key);
  return known?.[1] ?? null;
}

/** The key that is meant with Caps Lock or on a Cyrillic layout, where the full stop and the comma stand at the slash. */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/';
  if (shiftKey) return '';
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  return /^\p{Script=Cyrillic}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : '';
}

const offKey = 'ovoz_leads_shortcuts_off';
const changed = new EventTarget();

/** Whether single keys act on the list: a setting of this browser. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      changed.addEventListener('change', listener);
      return () => changed.removeEventListener('change', listener);
    },
    () => browserStorage.getItem(offKey) === null,
    () => true,
  );
  return [on, setShortcutsOn];
}

function setShortcutsOn(on: boolean): void {
  if (on) browserStorage.removeItem(offKey);
  else browserStorage.setItem(offKey, '1');
  changed.dispatchEvent(new Event('change'));
}

/** Calls `act` for a shortcut pressed while nothing is typed or operated; what it returns true for is done. */
function useShortcuts(enabled: boolean, act: (shortcut: Shortcut) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented || isTaken(event.target, event.key)) return;
    if (act(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** Fields take every key, and a space presses what is focused. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox], [type=range]), textarea, select, dialog') !== null)
    return true;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, input') !== null;
}

interface DeskShortcuts {
  leads: LeadView[] | null;
  /** Holds the cards. */
  content: RefObject<HTMLElement | null>;
  searchField: RefObject<HTMLElement | null>;
  onHelp: () => void;
  onToggle: (leadId: string) => void;
  onSelect: (leadId: string) => void;
  onMark: (leadId: string, mark: LeadMarkName) => void;
}

/** From row to row, what can be done about the one that has the focus, to the search, and the list of keys. */
export function useDeskShortcuts(desk: DeskShortcuts): void {
  const { leads, content, searchField, onHelp, onToggle, onSelect, onMark } = desk;
  const player = usePlayer();
  const [on] = useShortcutsOn();

  /** The lead that has the focus, else the one that was played last. */
  function play(): boolean {
    const leadId = focusedCard()?.dataset.lead ?? player.state().leadId;
    const lead = leads?.find(({ _id, hasAudio }) => _id === leadId && hasAudio);
    if (lead === undefined) return false;
    player.toggle(recordingOf(lead));
    return true;
  }

  /** Does something about the row that has the focus. */
  function withRow(act: (leadId: string, row: HTMLElement) => void): boolean {
    const row = focusedCard();
    if (row?.dataset.lead === undefined) return false;
    act(row.dataset.lead, row);
    return true;
  }

  useShortcuts(on, (shortcut) => {
    switch (shortcut) {
      case 'next':
        return moveFocus(content.current, 1);
      case 'previous':
        return moveFocus(content.current, -1);
      case 'play':
        return play();
      case 'toggle':
        return withRow(onToggle);
      case 'select':
        return withRow(onSelect);
      case 'call':
        return withRow((_, row) => row.querySelector<HTMLAnchorElement>('a[href^="tel:"]')?.click());
      case 'to_call':
      case 'called':
      case 'closed':
        return withRow((leadId) => onMark(leadId, shortcut));
      case 'search':
        searchField.current?.focus();
        return true;
      case 'help':
        onHelp();
        return true;
    }
  });
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-lead]') ?? null;
}

function moveFocus(content: HTMLElement | null, by: 1 | -1): boolean {
  const cards = Array.from(content?.querySelectorAll<HTMLElement>('[data-lead]') ?? []);
  const focused = focusedCard();
  const from = focused === null ? firstInView(cards) - by : cards.indexOf(focused);
  const card = cards[from + by];
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
  return card !== undefined;
}

/** First target of the keys: the first card that is not above the window, nor under the navbar, which its scroll margin leaves room for. */
function firstInView(cards: HTMLElement[]): number {
  const coveredPx = cards[0] ? Number.parseFloat(getComputedStyle(cards[0]).scrollMarginTop) : 0;
  return Math.max(
    0,
    cards.findIndex((card) => card.getBoundingClientRect().bottom > coveredPx),
  );
}

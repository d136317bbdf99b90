import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isKeyTaken, keysOf } from '@/components/ui/pressed-keys';
import { useBrowserFlag } from '@/components/ui/use-browser-flag';
import type { LeadMarkName } from '@/lib/contracts/leads';
import type { LeadView } from '../lead-data';
import { recordingOf } from '../player/player';
import { usePlayer } from '../player/player-context';

/** Single-key shortcuts of the leads page, off while something is being typed. */
export const shortcuts = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'toggle',
  Escape: 'close',
  ' ': 'play',
  c: 'call',
  n: 'note',
  a: 'action',
  x: 'select',
  '1': 'to_call',
  '2': 'called',
  '3': 'closed',
  '/': 'search',
  '?': 'help',
} as const;
export type Shortcut = (typeof shortcuts)[keyof typeof shortcuts];

/** The shortcut that a key press stands for; null for any other. */
export function shortcutOf(press: Parameters<typeof keysOf>[0]): Shortcut | null {
  const pressed = keysOf(press);
  return Object.entries(shortcuts).find(([key]) => pressed.includes(key))?.[1] ?? null;
}

const offKey = 'ovoz_leads_shortcuts_off';

/** Whether single keys act on the list: a setting of this browser. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [isOff, setOff] = useBrowserFlag(offKey);
  return [!isOff, (on) => setOff(!on)];
}

/** Calls `act` for a shortcut pressed while nothing is typed or operated; what it returns true for is done. */
function useShortcuts(enabled: boolean, act: (shortcut: Shortcut) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented || isKeyTaken(event.target, event.key)) return;
    if (act(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** A field that a key leads to; its element carries the name as `data-field`. */
export type LeadField = 'note' | 'action';

interface DeskShortcuts {
  leads: LeadView[] | null;
  /** Holds the cards. */
  content: RefObject<HTMLElement | null>;
  searchField: RefObject<HTMLElement | null>;
  onHelp: () => void;
  onToggle: (leadId: string) => void;
  onClose: (leadId: string) => void;
  /** Opens the lead at one of its fields. */
  onField: (leadId: string, field: LeadField) => void;
  onSelect: (leadId: string) => void;
  onMark: (leadId: string, mark: LeadMarkName) => void;
}

/** From row to row, what can be done about the one that has the focus, to the search, and the list of keys. */
export function useDeskShortcuts(desk: DeskShortcuts): void {
  const { leads, content, searchField, onHelp, onToggle, onClose, onField, onSelect, onMark } = desk;
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
      case 'close':
        return withRow(onClose);
      case 'note':
      case 'action':
        return withRow((leadId) => onField(leadId, shortcut));
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

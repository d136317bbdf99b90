import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isKeyTaken, keysOf } from '@/components/ui/pressed-keys';
import { useShortcutsOn } from '@/components/ui/use-shortcuts-on';
import type { Lead, LeadMarkName } from '@/lib/contracts/leads';
import type { PlayableRecording } from '@/components/player/player';
import { playerSpeeds } from '@/components/player/player-state';
import { useCopy } from '../use-copy';
import { recordingOf } from '../player/recording-of';
import { usePlayer } from '@/components/player/player-context';

/** Single-key shortcuts of the leads page, off while something is being typed. */
export const shortcuts = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'toggle',
  Escape: 'close',
  ' ': 'play',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  c: 'call',
  n: 'note',
  a: 'action',
  o: 'outcome',
  x: 'select',
  '1': 'to_call',
  '2': 'called',
  '3': 'closed',
  y: 'copy',
  Delete: 'delete',
  '-': 'slower',
  '+': 'faster',
  '=': 'faster',
  '/': 'search',
  '?': 'help',
} as const;
export type Shortcut = (typeof shortcuts)[keyof typeof shortcuts];

/** The shortcut of a key press; null for another key. */
export function shortcutOf(press: Parameters<typeof keysOf>[0]): Shortcut | null {
  const pressedKeys = keysOf(press);
  return Object.entries(shortcuts).find(([key]) => pressedKeys.includes(key))?.[1] ?? null;
}

const skipS = 5;

/** Calls `act` for a shortcut that the focused element does not use itself. `act` returns true if it handled the shortcut. */
function useShortcuts(enabled: boolean, act: (shortcut: Shortcut) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (event.defaultPrevented) return;
    if (shortcut === 'close' && leaveField(event.target)) return event.preventDefault();
    if (shortcut === null || isKeyTaken(event.target, event.key)) return;
    if (act(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** A field that a shortcut opens. Its element has this name in `data-field`. */
export type LeadField = 'note' | 'action' | 'outcome';

/** What the keys and the palette do with leads. */
export interface LeadActions {
  leads: Lead[] | undefined;
  onMark: (leadId: string, mark: LeadMarkName) => void;
  /** Asks before it deletes. */
  onDelete: (leads: Lead[]) => void;
  onHelp: () => void;
}

interface DeskShortcuts extends LeadActions {
  /** The element that contains the rows. */
  content: RefObject<HTMLElement | null>;
  searchField: RefObject<HTMLElement | null>;
  /** The focus moved to this row. */
  onMoved: (leadId: string) => void;
  onToggle: (leadId: string) => void;
  onClose: (leadId: string) => void;
  /** Opens the lead at one of its fields. */
  onField: (leadId: string, field: LeadField) => void;
  onSelect: (leadId: string) => void;
}

/** Connects the keys to the desk: they move between rows, act on the current row, focus the search and open the list of keys. */
export function useDeskShortcuts(desk: DeskShortcuts): void {
  const { leads, content, searchField, onHelp, onMoved, onToggle, onClose, onField, onSelect, onMark } = desk;
  const copy = useCopy();
  const player = usePlayer();
  const [areShortcutsOn] = useShortcutsOn();

  /** Acts on the recording of the current row, else on the one that was played last, although its row may not be shown. */
  function withRecording(act: (recording: PlayableRecording) => void): boolean {
    const currentId = currentRow()?.dataset.lead;
    const currentLead = leads?.find(({ _id, hasAudio }) => _id === currentId && hasAudio);
    const leadId = currentLead?._id ?? player.state().recordingId;
    if (leadId !== null) act(recordingOf({ _id: leadId }));
    return leadId !== null;
  }

  function moveRow(step: 1 | -1): boolean {
    const leadId = moveFocus(content.current, step);
    if (leadId !== undefined) onMoved(leadId);
    return leadId !== undefined;
  }

  function withRow(act: (leadId: string, row: HTMLElement) => void): boolean {
    const row = currentRow();
    if (row?.dataset.lead === undefined) return false;
    act(row.dataset.lead, row);
    return true;
  }

  function withLead(act: (lead: Lead) => void): boolean {
    return withRow((leadId) => {
      const lead = leads?.find(({ _id }) => _id === leadId);
      if (lead !== undefined) act(lead);
    });
  }

  function changeSpeed(step: 1 | -1): boolean {
    const { speed } = player.state().settings;
    const newSpeed = playerSpeeds[playerSpeeds.indexOf(speed) + step];
    if (newSpeed !== undefined) player.setSpeed(newSpeed);
    return true;
  }

  useShortcuts(areShortcutsOn, (shortcut) => {
    switch (shortcut) {
      case 'next':
        return moveRow(1);
      case 'previous':
        return moveRow(-1);
      case 'play':
        return withRecording(player.toggle);
      case 'back':
        return withRecording((recording) => player.skip(recording, -skipS));
      case 'forward':
        return withRecording((recording) => player.skip(recording, skipS));
      case 'toggle':
        return withRow(onToggle);
      case 'close':
        return withRow(onClose);
      case 'note':
      case 'action':
      case 'outcome':
        return withRow((leadId) => onField(leadId, shortcut));
      case 'select':
        return withRow(onSelect);
      case 'call':
        return withRow((_, row) => row.querySelector<HTMLAnchorElement>('a[href^="tel:"]')?.click());
      case 'to_call':
      case 'called':
      case 'closed':
        return withRow((leadId) => onMark(leadId, shortcut));
      case 'copy':
        return withLead(({ phoneNumber }) => copy(phoneNumber));
      case 'delete':
        return withLead((lead) => desk.onDelete([lead]));
      case 'slower':
        return changeSpeed(-1);
      case 'faster':
        return changeSpeed(1);
      case 'search':
        searchField.current?.focus();
        return true;
      case 'help':
        onHelp();
        return true;
    }
  });
}

/** The row that the keys act on: the focused one, else the only open one while no control has the focus. */
export function currentRow(): HTMLElement | null {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[data-lead]') ?? null;
  const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0;
  if (row !== null || isControl) return row;
  const [openRow = null, ...otherOpenRows] = document.querySelectorAll<HTMLElement>('[data-open]');
  return otherOpenRows.length === 0 ? openRow : null;
}

/** Moves the focus from a field of a lead to its row, or out of the search. Returns true if the field lost the focus. */
function leaveField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches('input, textarea, select')) return false;
  const row = target.closest<HTMLElement>('[data-lead]');
  row?.focus({ preventScroll: true });
  if (row === null && target.closest('search') !== null) target.blur();
  return document.activeElement !== target;
}

/** Returns the id of the newly focused lead; undefined if there is no row in that direction. */
function moveFocus(content: HTMLElement | null, step: 1 | -1): string | undefined {
  const rows = Array.from(content?.querySelectorAll<HTMLElement>('[data-lead]') ?? []);
  const current = currentRow();
  const startIndex = current === null ? firstVisibleIndex(rows) - step : rows.indexOf(current);
  const row = rows[startIndex + step];
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return row?.dataset.lead;
}

/** The index of the first row that the sticky header does not cover, else 0. The header's lower edge is the rows' scroll margin. */
function firstVisibleIndex(rows: HTMLElement[]): number {
  const coveredPx = rows[0] ? Number.parseFloat(getComputedStyle(rows[0]).scrollMarginTop) : 0;
  return Math.max(
    0,
    rows.findIndex((row) => row.getBoundingClientRect().bottom > coveredPx),
  );
}

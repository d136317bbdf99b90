import type { RefObject } from 'react';
import type { LeadView } from '../data/lead-data';
import { usePlayer } from '../player/player-context';
import { recordingOf } from '../player/recording';
import { useShortcuts, useShortcutsOn } from './use-shortcuts';

interface DeskShortcuts {
  leads: LeadView[] | null;
  /** Holds the cards. */
  content: RefObject<HTMLElement | null>;
  searchField: RefObject<HTMLElement | null>;
  onHelp: () => void;
}

/** From card to card, play and pause, to the search, and what the keys are. */
export function useDeskShortcuts({ leads, content, searchField, onHelp }: DeskShortcuts): void {
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

  useShortcuts(on, (shortcut) => {
    switch (shortcut) {
      case 'next':
        return moveFocus(content.current, 1);
      case 'previous':
        return moveFocus(content.current, -1);
      case 'play':
        return play();
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
  card?.scrollIntoView({ block: 'start' });
  return card !== undefined;
}

/** Where the keys begin: the first card that is not above the window. */
function firstInView(cards: HTMLElement[]): number {
  return Math.max(
    0,
    cards.findIndex((card) => card.getBoundingClientRect().bottom > 0),
  );
}

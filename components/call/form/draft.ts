import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

interface Draft {
  phone: string | null;
  language: Language | null;
}

const nothing: Draft = { phone: null, language: null };
/** The key in session storage of what was typed before a reload. */
const draftKey = 'ovoz_draft';

/** The phone form's fields: they outlive a look at the terms and a change of the page's language, in memory only. */
export const draft = createStore(nothing);

export const draftAtServer = () => nothing;

/** Takes what was typed through a reload of this tab. */
export function keepDraft(kept: Draft): void {
  tabStorage.setItem(draftKey, JSON.stringify(kept));
}

/** Brings back what a reload took. */
export function readDraft(): void {
  const kept = storedJson(tabStorage, draftKey);
  tabStorage.removeItem(draftKey);
  if (isDraft(kept)) draft.set(kept);
}

function isDraft(kept: unknown): kept is Draft {
  return typeof kept === 'object' && kept !== null && 'phone' in kept && 'language' in kept;
}

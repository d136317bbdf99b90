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
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing has it typed again.
  }
}

/** Brings back what a reload took. */
export function readDraft(): void {
  try {
    const kept = sessionStorage.getItem(draftKey);
    sessionStorage.removeItem(draftKey);
    if (kept !== null) draft.set(JSON.parse(kept));
  } catch {
    // As above.
  }
}

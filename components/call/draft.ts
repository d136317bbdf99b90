import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

interface FormDraft {
  phone: string | null;
  language: Language | null;
}

const emptyDraft: FormDraft = { phone: null, language: null };
/** The key in session storage of the form's fields, for a reload. */
const draftKey = 'ovoz_draft';

/** The phone form's fields, in memory. They survive a visit to the terms and a change of the page's language. */
export const draft = createStore(emptyDraft);

export const draftAtServer = () => emptyDraft;

/** Saves the typed fields for a reload of this tab. */
export function saveDraft(saved: FormDraft): void {
  tabStorage.setItem(draftKey, JSON.stringify(saved));
}

/** Restores the typed fields after a reload. */
export function readDraft(): void {
  const saved = storedJson(tabStorage, draftKey);
  tabStorage.removeItem(draftKey);
  if (isDraft(saved)) draft.set(saved);
}

function isDraft(saved: unknown): saved is FormDraft {
  return typeof saved === 'object' && saved !== null && 'phone' in saved && 'language' in saved;
}

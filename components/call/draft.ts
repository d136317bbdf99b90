import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

interface FormDraft {
  phone: string | null;
  language: Language | null;
}

const nothing: FormDraft = { phone: null, language: null };
/** The key in session storage of the form's fields, for a reload. */
const draftKey = 'ovoz_draft';

/** The phone form's fields: they outlive a look at the terms and a change of the page's language, in memory only. */
export const draft = createStore(nothing);

export const draftAtServer = () => nothing;

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

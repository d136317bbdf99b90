import { storedJson, tabStorage } from '@/components/ui/browser-storage';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

interface FormFields {
  phone: string | null;
  language: Language | null;
}

const emptyFields: FormFields = { phone: null, language: null };
/** The key in session storage of the form's fields, for a reload. */
const fieldsKey = 'ovoz_draft';

/** The phone form's fields, in memory. They survive a visit to the terms and a change of the page's language. */
export const formFields = createStore(emptyFields);

export const fieldsAtServer = () => emptyFields;

/** Saves the typed fields for a reload of this tab. */
export function saveFormFields(saved: FormFields): void {
  tabStorage.setItem(fieldsKey, JSON.stringify(saved));
}

/** Restores the typed fields after a reload. */
export function readFormFields(): void {
  const saved = storedJson(tabStorage, fieldsKey);
  tabStorage.removeItem(fieldsKey);
  if (areFields(saved)) formFields.set(saved);
}

function areFields(saved: unknown): saved is FormFields {
  return typeof saved === 'object' && saved !== null && 'phone' in saved && 'language' in saved;
}

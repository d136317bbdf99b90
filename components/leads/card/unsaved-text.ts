import { useEffect, useState } from 'react';
import { tabStorage } from '@/components/ui/browser-storage';

const prefix = 'ovoz-lead-draft:';

/** Unsaved text of a field, null if none. It survives a reload and an expired session. `saved` removes text that the server has. */
export function useUnsavedText(name: string) {
  const key = `${prefix}${name}`;
  const [draft, setDraft] = useState(() => tabStorage.getItem(key));

  useEffect(() => {
    if (draft === null) tabStorage.removeItem(key);
    else tabStorage.setItem(key, draft);
  }, [key, draft]);

  const saved = (text: string) => {
    if (tabStorage.getItem(key) === text) tabStorage.removeItem(key);
  };
  return { draft, setDraft, saved };
}

/** Removes all unsaved text at sign-out. */
export function clearUnsavedText(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key);
}

import { useEffect, useState } from 'react';
import { tabStorage } from '@/components/ui/browser-storage';

const prefix = 'ovoz-lead-draft:';

/**
 * Text that is typed and not saved yet; null without. It outlives a reload of the tab and a session that expires.
 * `saved` removes a text that the server has, even once its field is closed.
 */
export function useKeptDraft(name: string) {
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

/** Removes all drafts when somebody signs out. */
export function forgetDrafts(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key);
}

import { useEffect, useState } from 'react';
import { tabStorage } from '@/components/ui/browser-storage';

const prefix = 'ovoz-lead-draft:';

/**
 * The unsaved text of a field, null if none. It survives a reload and an expired session. Call `removeSaved` with the text that the
 * server has saved.
 */
export function useUnsavedText(name: string) {
  const key = `${prefix}${name}`;
  const [unsavedText, setUnsavedText] = useState(() => tabStorage.getItem(key));

  useEffect(() => {
    if (unsavedText === null) tabStorage.removeItem(key);
    else tabStorage.setItem(key, unsavedText);
  }, [key, unsavedText]);

  const removeSaved = (text: string) => {
    if (tabStorage.getItem(key) === text) tabStorage.removeItem(key);
  };
  return { unsavedText, setUnsavedText, removeSaved };
}

/** Removes all unsaved text at sign-out. */
export function clearUnsavedText(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key);
}

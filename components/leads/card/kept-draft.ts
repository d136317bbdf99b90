import { useEffect, useState } from 'react';

const prefix = 'ovoz-lead-draft:';

/**
 * Text that is typed and not saved yet, null without: kept in this tab, so that it outlives a session that expires or a reload.
 * `saved` forgets a text that the server has, even once its field is closed.
 */
export function useKeptDraft(name: string) {
  const key = `${prefix}${name}`;
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key));

  useEffect(() => {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, draft);
  }, [key, draft]);

  const saved = (text: string) => {
    if (sessionStorage.getItem(key) === text) sessionStorage.removeItem(key);
  };
  return { draft, setDraft, saved };
}

/** Whoever signs out leaves nothing behind. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

import { startTransition, useEffect, useState } from 'react';

/**
 * False until hydration: a press would do nothing yet. An effect sets it, because useSyncExternalStore would run all effects twice
 * in one task.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}

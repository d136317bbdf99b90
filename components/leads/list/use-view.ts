import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { type View, readView, viewParamsOf } from '../view';

/** The view in the page's address. `setView` pushes or replaces a history entry. */
export function useView() {
  const path = usePathname() ?? '';
  const params = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(params ?? '')), [params]);

  const addressOf = useCallback(
    (newView: View) => {
      const query = viewParamsOf(newView).toString();
      return query === '' ? path : `${path}?${query}`;
    },
    [path],
  );

  const setView = useCallback(
    (newView: View, step: 'push' | 'replace' = 'push') => {
      window.history[step === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(newView));
    },
    [addressOf],
  );

  return { view, setView, addressOf };
}

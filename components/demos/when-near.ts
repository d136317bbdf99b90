import { useEffect, useEffectEvent, useRef } from 'react';
import { watchInView } from '@/components/ui/in-view';
import { warmToaster } from '@/components/ui/toast-area';

/** An element this far from the window counts as near. */
const marginPx = 600;

/** Returns a ref for a demo. Near the window it loads the demo's code, then the toaster's: both at once would slow a phone. */
export function useWhenNear<T extends Element>(load: () => Promise<unknown>) {
  const element = useRef<T>(null);
  const loadAll = useEffectEvent(() => {
    void load()
      .catch(() => undefined)
      .then(warmToaster);
  });

  useEffect(() => {
    if (element.current === null) return;
    const stopWatching = watchInView(
      element.current,
      (inView) => {
        if (!inView) return;
        stopWatching();
        loadAll();
      },
      marginPx,
    );
    return stopWatching;
  }, []);

  return element;
}

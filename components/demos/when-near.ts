import { useEffect, useEffectEvent, useRef } from 'react';
import { watchInView } from '@/components/ui/in-view';
import { warmToaster } from '@/components/ui/toast-area';

/** An element this far from the window counts as near. */
const marginPx = 600;

/** Returns a ref for a demo. When the demo comes near the window, loads its code and then the toaster's, to spare slow phones. */
export function useWhenNear<T extends Element>(load: () => Promise<unknown>) {
  const element = useRef<T>(null);
  const near = useEffectEvent(() => {
    void load()
      .catch(() => undefined)
      .then(warmToaster);
  });

  useEffect(() => {
    if (element.current === null) return;
    const end = watchInView(
      element.current,
      (inView) => {
        if (!inView) return;
        end();
        near();
      },
      marginPx,
    );
    return end;
  }, []);

  return element;
}

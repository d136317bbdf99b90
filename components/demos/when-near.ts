import { useEffect, useEffectEvent, useRef } from 'react';
import { warmToaster } from '@/components/ui/toast-area';

/** How far ahead of the screen an element counts as near, in pixels. */
const marginPx = 600;

/**
 * Gives a ref for a demo; loads its code once when it comes near the screen, and then the toaster's. One after the other: each is a piece
 * of work for a phone that is still busy with the page.
 */
export function useWhenNear<T extends Element>(load: () => Promise<unknown>) {
  const element = useRef<T>(null);
  const near = useEffectEvent(() => {
    void load()
      .catch(() => undefined)
      .then(warmToaster);
  });

  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        near();
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return element;
}

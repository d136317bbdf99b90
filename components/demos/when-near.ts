import { useEffect, useEffectEvent, useRef } from 'react';

/** How far ahead of the screen an element counts as near, in pixels. */
const marginPx = 600;

/** Gives a ref; calls `onNear` once when its element comes near the screen. For code and facts that are worth nothing before. */
export function useWhenNear<T extends Element>(onNear: () => void) {
  const element = useRef<T>(null);
  const near = useEffectEvent(onNear);

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

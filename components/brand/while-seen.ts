import { createStore } from '@/components/ui/store';

export const stillMotion = '(prefers-reduced-motion: reduce)';

/** Whether a call has dimmed the page: what moves on it would move behind the minarets that speak. */
const dimmed = createStore(false);

/** Rests the animations of the page's content until the returned function is called. */
export function dimPage(): () => void {
  dimmed.set(true);
  return () => dimmed.set(false);
}

/** Conditions for an animation to run. */
export interface Seen {
  /** Neither off screen, nor in a hidden tab, nor on a dimmed page. */
  onScreen: boolean;
  dimmed: boolean;
  /** Whether this visitor asked for less motion. */
  reduced: boolean;
}

/** Tells how an element is seen, first as soon as it is known and then at each change. Gives the function that ends it. */
export function whileSeen(element: Element, tell: (seen: Seen) => void): () => void {
  const motion = window.matchMedia(stillMotion);
  const isContent = element.closest('main') !== null;
  let intersects = false;
  const update = () => {
    const isDimmed = isContent && dimmed.get();
    const onScreen = intersects && !document.hidden && !isDimmed;
    tell({ onScreen, dimmed: isDimmed, reduced: motion.matches });
  };

  const observer = new IntersectionObserver(([entry]) => {
    intersects = entry?.isIntersecting ?? false;
    update();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  motion.addEventListener('change', update);
  const endDimmed = dimmed.subscribe(update);
  return () => {
    endDimmed();
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    motion.removeEventListener('change', update);
  };
}

const still = '(prefers-reduced-motion: reduce)';

/** Conditions for an animation to run. */
export interface Seen {
  /** Neither off screen nor in a hidden tab. */
  onScreen: boolean;
  /** Whether this visitor asked for less motion. */
  reduced: boolean;
}

/** Tells how an element is seen, first as soon as it is known and then at each change. Gives the function that ends it. */
export function whileSeen(element: Element, tell: (seen: Seen) => void): () => void {
  const motion = window.matchMedia(still);
  let intersects = false;
  const update = () => tell({ onScreen: intersects && !document.hidden, reduced: motion.matches });

  const observer = new IntersectionObserver(([entry]) => {
    intersects = entry?.isIntersecting ?? false;
    update();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  motion.addEventListener('change', update);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    motion.removeEventListener('change', update);
  };
}

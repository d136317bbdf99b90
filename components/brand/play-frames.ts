import { frameAt } from '@/lib/equalizer';

const still = '(prefers-reduced-motion: reduce)';

/**
 * Calls `draw` 25 times a second with the frame that is due, as long as the element can be seen: not off screen, not in
 * a hidden tab, not for somebody who asked for less motion. Gives the function that ends it.
 */
export function playFrames(element: Element, draw: (frame: number) => void): () => void {
  const reduced = window.matchMedia(still);
  let onScreen = false;
  let request = 0;
  let shown = -1;

  function tick(nowMs: number) {
    const frame = frameAt(nowMs);
    if (frame !== shown) draw(frame);
    shown = frame;
    request = requestAnimationFrame(tick);
  }

  function update() {
    cancelAnimationFrame(request);
    if (onScreen && !document.hidden && !reduced.matches) request = requestAnimationFrame(tick);
  }

  const observer = new IntersectionObserver(([entry]) => {
    onScreen = entry?.isIntersecting ?? false;
    update();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  reduced.addEventListener('change', update);
  return () => {
    cancelAnimationFrame(request);
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    reduced.removeEventListener('change', update);
  };
}

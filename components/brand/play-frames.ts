import { frameAt } from '@/lib/equalizer';
import { whileSeen } from './while-seen';

/**
 * Calls `draw` 25 times a second with the frame that is due, as long as the element can be seen: not off screen, not in
 * a hidden tab, not for somebody who asked for less motion. Gives the function that ends it.
 */
export function playFrames(element: Element, draw: (frame: number) => void): () => void {
  let request = 0;
  let shown = -1;

  function tick(nowMs: number) {
    const frame = frameAt(nowMs);
    if (frame !== shown) draw(frame);
    shown = frame;
    request = requestAnimationFrame(tick);
  }

  const end = whileSeen(element, ({ onScreen, reduced }) => {
    cancelAnimationFrame(request);
    if (onScreen && !reduced) request = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(request);
    end();
  };
}

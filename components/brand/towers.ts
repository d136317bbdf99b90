import { createStore } from '@/components/ui/store';

/** True while the hero's towers move with a voice instead of their loop. */
export const areTowersTaken = createStore(false);

const writtenTransforms = new WeakMap<Element, string>();

/** Shows only a share of an element above the lower edge of its frame. Skips an unchanged share, which would cause a repaint. */
export function raise(element: Element | null, share: number): void {
  if (!(element instanceof HTMLElement)) return;
  const transform = `translateY(${((1 - share) * 100).toFixed(1)}%)`;
  if (writtenTransforms.get(element) === transform) return;
  writtenTransforms.set(element, transform);
  element.style.transform = transform;
}

/** Restores an element to the height of its style sheet. */
export function release(element: HTMLElement): void {
  writtenTransforms.delete(element);
  element.style.transform = '';
}

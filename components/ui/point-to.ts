/** Draws attention to an element: focuses it and frames it for a moment. */
export function pointTo(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
  element?.animate([{ outline: '3px solid currentColor' }, { outline: '3px solid transparent' }], 1200);
}

/** Leads the eye, and the keyboard, to an element: it takes the focus and is framed for a moment. */
export function pointTo(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
  element?.animate([{ outline: '3px solid currentColor' }, { outline: '3px solid transparent' }], 1200);
}

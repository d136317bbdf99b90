/** Id of the phone form's element. */
export const callFormId = 'call-form';

const gapPx = 12;
const edgePx = 20;

/**
 * Puts an open popover under its button, as far to the right as the window leaves room. It lives in the top layer, so its coordinates are the
 * page's: it scrolls along, and where it does not fit below, the page is scrolled for it (reveal) rather than covered.
 */
export function placeUnder(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const rightmostPx = document.documentElement.clientWidth - edgePx - popover.offsetWidth;
  const left = Math.max(edgePx, Math.min(at.left, rightmostPx)) + window.scrollX;
  const top = at.bottom + gapPx + window.scrollY;
  Object.assign(popover.style, {
    position: 'absolute',
    inset: `${top}px auto auto ${left}px`,
    margin: '0',
    maxHeight: 'none',
  });
}

/** Scrolls the popover into view; where it is taller than the window, its field with the label and the words under it. */
export function reveal(popover: HTMLElement, field: HTMLElement): void {
  const fits = popover.offsetHeight <= document.documentElement.clientHeight;
  (fits ? popover : (field.parentElement ?? field)).scrollIntoView({ block: 'nearest' });
}

const gapPx = 12;
const edgePx = 20;

/**
 * Puts an open popover at its button: under it where the window leaves the room, else beside it, and where neither fits (a phone),
 * under it with the page scrolled. A popover lives in the top layer, so its coordinates are the page's and it scrolls along.
 */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = popover;
  const rightmostPx = clientWidth - edgePx - width;
  const atLeftPx = Math.max(edgePx, Math.min(at.left, rightmostPx));
  const place = (leftPx: number, topPx: number) => {
    popover.style.left = `${leftPx + window.scrollX}px`;
    popover.style.top = `${topPx + window.scrollY}px`;
  };
  const lowestPx = clientHeight - edgePx - height;
  if (at.bottom + gapPx <= lowestPx) return place(atLeftPx, at.bottom + gapPx);
  if (at.right + gapPx <= rightmostPx && lowestPx >= edgePx)
    return place(at.right + gapPx, Math.max(edgePx, Math.min(at.top, lowestPx)));
  return place(atLeftPx, at.bottom + gapPx);
}

/** Scrolls the popover into view; where it is taller than the window, its field with the label and the words under it. */
export function reveal(popover: HTMLElement, field: HTMLElement): void {
  const fits = popover.offsetHeight <= document.documentElement.clientHeight;
  (fits ? popover : (field.parentElement ?? field)).scrollIntoView({ block: 'nearest' });
}

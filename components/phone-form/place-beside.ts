const gapPx = 12;
const edgePx = 16;

/**
 * Puts an absolutely placed popover under its button and inside the window's width.
 * A popover lives in the top layer, so its coordinates are the page's and it scrolls along.
 */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const widthPx = Math.min(352, document.documentElement.clientWidth - 2 * edgePx);
  const rightmostPx = document.documentElement.clientWidth - edgePx - widthPx;
  const leftPx = Math.max(edgePx, Math.min(at.left, rightmostPx));
  popover.style.left = `${leftPx + window.scrollX}px`;
  popover.style.top = `${at.bottom + gapPx + window.scrollY}px`;
}

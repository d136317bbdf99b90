const gapPx = 12;
const edgePx = 20;
const widestPx = 352;
/** The form with an error of two lines under the field. */
const tallestPx = 340;

/**
 * Puts an absolutely placed popover beside its button: under it, or where the window ends too soon for that, to its right, if
 * there is room beside what its section marks with data-keep-clear. A popover lives in the top layer, so its coordinates are the page's and it scrolls along.
 */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const widthPx = Math.min(widestPx, clientWidth - 2 * edgePx);
  const rightmostPx = clientWidth - edgePx - widthPx;
  const keptClear = [...(button.closest('section')?.querySelectorAll('[data-keep-clear]') ?? [])];
  const besidePx = Math.max(at.right, ...keptClear.map((one) => one.getBoundingClientRect().right)) + gapPx;
  const lowestPx = clientHeight - edgePx - tallestPx;
  const isBeside = at.bottom + gapPx > lowestPx && besidePx <= rightmostPx && lowestPx > 0;
  const leftPx = isBeside ? besidePx : Math.max(edgePx, Math.min(at.left, rightmostPx));
  const topPx = isBeside ? Math.min(at.top, lowestPx) : at.bottom + gapPx;
  popover.style.left = `${leftPx + window.scrollX}px`;
  popover.style.top = `${topPx + window.scrollY}px`;
}

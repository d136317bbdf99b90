/** The panel's size, and the offset of its bottom centre from its resting position (CSS left and top), in pixels. */
export interface Shape {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest distance between the panel and the edges of the window: 0.75rem. */
export const panelMarginPx = 12;
const widestPx = 544;

export function panelWidthPx(windowWidthPx: number): number {
  return Math.min(widestPx, windowWidthPx - 2 * panelMarginPx);
}

/** As high as the content, at most the window without its margins. Higher content scrolls. */
export function panelHeightPx(contentPx: number, windowHeightPx: number): number {
  return Math.min(contentPx, windowHeightPx - 2 * panelMarginPx);
}

/**
 * The shape with which the panel covers a rectangle of the window.
 * @param resting the centre and the lower edge of the panel at rest
 */
export function shapeOver(target: DOMRectReadOnly, resting: { centre: number; foot: number }): Shape {
  return {
    left: target.left + target.width / 2 - resting.centre,
    top: target.bottom - resting.foot,
    width: target.width,
    height: target.height,
  };
}

export const restingTransform = 'translate(0px, 0px) scale(1)';

/** The transform that moves an element onto a rectangle and scales it to that width. Requires `transform-origin: 50% 100%`. */
export function flightTo(
  target: DOMRectReadOnly,
  resting: { centre: number; foot: number; width: number },
): string {
  const x = target.left + target.width / 2 - resting.centre;
  const y = target.bottom - resting.foot;
  return `translate(${x}px, ${y}px) scale(${target.width / resting.width})`;
}

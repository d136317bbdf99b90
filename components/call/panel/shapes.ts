/** The size of the panel and its distance from its own place, in pixels. */
export interface Shape {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The distance of the panel from the edges of the window: 0.75rem. */
export const panelMarginPx = 12;
const widestPx = 544;

export function panelWidthPx(windowPx: number): number {
  return Math.min(widestPx, windowPx - 2 * panelMarginPx);
}

/** The panel is as high as its content, or as the window: its content scrolls then. */
export function panelHeightPx(contentPx: number, windowPx: number): number {
  return Math.min(contentPx, windowPx - 2 * panelMarginPx);
}

/**
 * The shape with which the panel covers a rectangle of the window.
 * @param ownPlace the middle and the lower edge of the panel's own place
 */
export function shapeOver(place: DOMRectReadOnly, ownPlace: { centre: number; foot: number }): Shape {
  return {
    left: place.left + place.width / 2 - ownPlace.centre,
    top: place.bottom - ownPlace.foot,
    width: place.width,
    height: place.height,
  };
}

/** The transform of an element at its own place. */
export const atOwnPlace = 'translate(0px, 0px) scale(1)';

/** The transform that moves an element to another place and makes it as wide. Its origin is the bottom centre. */
export function flightTo(
  place: DOMRectReadOnly,
  ownPlace: { centre: number; foot: number; width: number },
): string {
  const x = place.left + place.width / 2 - ownPlace.centre;
  const y = place.bottom - ownPlace.foot;
  return `translate(${x}px, ${y}px) scale(${place.width / ownPlace.width})`;
}

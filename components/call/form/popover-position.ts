import { type VisibleArea, visibleArea } from '@/components/ui/visible-area';
import { placeOf } from '../opener';

/** The form's smallest distance from the edge of the visible area. */
const edgePx = 12;

interface Size {
  width: number;
  height: number;
}

interface Place {
  left: number;
  top: number;
  maxHeight: number;
}

/** Places a form over its button, moved as little as the visible area needs. Without a button, the form is in the middle. */
export function placeIn(area: VisibleArea, size: Size, button: DOMRectReadOnly | null): Place {
  const maxHeight = area.height - 2 * edgePx;
  const height = Math.min(size.height, maxHeight);
  const middle = {
    left: area.left + (area.width - size.width) / 2,
    top: area.top + (area.height - height) / 2,
  };
  const target = button ?? middle;
  const clamp = (position: number, from: number, space: number) =>
    Math.max(from + edgePx, Math.min(position, from + space - edgePx));
  return {
    left: clamp(target.left, area.left, area.width - size.width),
    top: clamp(target.top, area.top, area.height - height),
    maxHeight,
  };
}

/** Places the form over its button. */
export function placeForm(form: HTMLElement, button: HTMLElement | null): void {
  form.style.maxHeight = 'none';
  const size = { width: form.offsetWidth, height: form.offsetHeight };
  const { left, top, maxHeight } = placeIn(visibleArea(), size, placeOf(button));
  Object.assign(form.style, {
    inset: `${top}px auto auto ${left}px`,
    margin: '0',
    maxHeight: `${maxHeight}px`,
  });
  aimForm(form, button);
}

/** Sets the button's place in the form for the style sheet: the form grows from the button and shrinks back into it. */
export function aimForm(form: HTMLElement, button: HTMLElement | null): void {
  const from = placeOf(button);
  const { left, top, right, bottom } = form.getBoundingClientRect();
  const inset = from
    ? [from.top - top, right - from.right, bottom - from.bottom, from.left - left].map((px) => `${px}px`)
    : ['50%'];
  form.style.setProperty('--button', inset.join(' '));
}

/** Measures and places a form that is about to open, so that its first frame has the shape of the button. */
export function prepareForm(form: HTMLElement, button: HTMLElement | null): void {
  delete form.dataset.taken;
  // A form that is still closing grows again from its current shape.
  if (form.getClientRects().length > 0) return;
  Object.assign(form.style, { display: 'block', visibility: 'hidden', transition: 'none' });
  placeForm(form, button);
  // Reading the layout makes the transition begin with the current style.
  form.getBoundingClientRect();
  Object.assign(form.style, { display: '', visibility: '', transition: '' });
}

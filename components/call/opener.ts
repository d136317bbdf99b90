import { createStore } from '@/components/ui/store';

/** The button that opened the form or the panel last: the form grows from it, and the panel returns to it. */
export const opener = createStore<HTMLElement | null>(null);

/** The place from which the panel grows when it opens next: that of the form, a button or an earlier panel. */
export const panelOrigin = createStore<DOMRectReadOnly | null>(null);

/** Id of the phone form's element. */
export const callFormId = 'call-form';

/** Id of the panel's element, for focus and scrolling. */
export const callPanelId = 'call-panel';

/** True while the panel replaces the form. */
export function isFormTaken(): boolean {
  return document.getElementById(callFormId)?.dataset.taken !== undefined;
}

/** Id of the hero's towers, from which the call's towers fly. */
export const heroTowersId = 'hero-towers';

/** The place of an element in the window; null if it is not shown. */
export function placeOf(element: Element | null): DOMRectReadOnly | null {
  if (!element?.getClientRects().length) return null;
  const place = element.getBoundingClientRect();
  const isInWindow = place.bottom > 0 && place.top < document.documentElement.clientHeight;
  return isInWindow ? place : null;
}

import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(prefers-reduced-motion: reduce)');

/** True if this visitor asked for less motion. */
export function prefersReducedMotion(): boolean {
  return query().matches;
}

/** Calls back when the preference changes, until the returned function is called. */
export function onReducedMotionChange(listener: () => void): () => void {
  const preference = query();
  preference.addEventListener('change', listener);
  return () => preference.removeEventListener('change', listener);
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(onReducedMotionChange, prefersReducedMotion, () => true);
}

import { watchInView } from '@/components/ui/in-view';
import { onReducedMotionChange, prefersReducedMotion } from '@/components/ui/reduced-motion';
import { createStore } from '@/components/ui/store';

/** True while the call panel dims the page: moving content would distract. */
const dimmed = createStore(false);

/** Pauses the animations of the page's content until the returned function is called. Style sheets read `data-dimmed`. */
export function dimPage(): () => void {
  const setDimmed = (isDimmed: boolean) => {
    dimmed.set(isDimmed);
    document.documentElement.toggleAttribute('data-dimmed', isDimmed);
  };
  setDimmed(true);
  return () => setDimmed(false);
}

/** Whether an element can be seen. Animations depend on it. */
export interface Seen {
  /** In the window of a visible tab, and not dimmed. */
  onScreen: boolean;
  /** Only content of `main` is dimmed. */
  dimmed: boolean;
  reduced: boolean;
}

/** Reports how an element is seen, soon after this call and at each change. Returns the function that ends it. */
export function watchSeen(element: Element, onChange: (seen: Seen) => void): () => void {
  const isContent = element.closest('main') !== null;
  let inView = false;
  const update = () => {
    const isDimmed = isContent && dimmed.get();
    const onScreen = inView && !document.hidden && !isDimmed;
    onChange({ onScreen, dimmed: isDimmed, reduced: prefersReducedMotion() });
  };
  const unsubscribers = [
    watchInView(element, (isInView) => {
      inView = isInView;
      update();
    }),
    onReducedMotionChange(update),
    dimmed.subscribe(update),
  ];
  document.addEventListener('visibilitychange', update);
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    document.removeEventListener('visibilitychange', update);
  };
}

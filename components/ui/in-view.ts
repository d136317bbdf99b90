/**
 * Reports at once and at each change whether an element is in the window, until the returned function is called.
 * @param marginPx counts as in the window, above and below it
 */
export function watchInView(element: Element, onChange: (inView: boolean) => void, marginPx = 0): () => void {
  const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), {
    rootMargin: `${marginPx}px`,
  });
  observer.observe(element);
  return () => observer.disconnect();
}

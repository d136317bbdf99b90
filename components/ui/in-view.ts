/**
 * Reports whether an element is in the window, soon after this call and at each change, until the returned function is called.
 * @param marginPx counts as in the window, on all sides
 */
export function watchInView(element: Element, onChange: (inView: boolean) => void, marginPx = 0): () => void {
  const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), {
    rootMargin: `${marginPx}px`,
  });
  observer.observe(element);
  return () => observer.disconnect();
}

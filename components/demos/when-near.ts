/** Settles when the element is about to be seen or is used; at once where there is none, as on the server. */
export function whenNear(id: string): Promise<void> {
  const element = typeof document === 'undefined' ? null : document.getElementById(id);
  if (element === null) return Promise.resolve();
  return new Promise((resolve) => {
    const near = () => {
      observer.disconnect();
      element.removeEventListener('focusin', near);
      resolve();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      {
        rootMargin: '600px',
      },
    );
    observer.observe(element);
    element.addEventListener('focusin', near);
  });
}

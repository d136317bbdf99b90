/** The part of the window that neither a keyboard nor a zoom hides, in the coordinates of fixed elements. */
export interface VisibleArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function visibleArea(): VisibleArea {
  const { clientWidth, clientHeight } = document.documentElement;
  const { visualViewport } = window;
  if (!visualViewport) return { left: 0, top: 0, width: clientWidth, height: clientHeight };
  const { offsetLeft, offsetTop, width, height } = visualViewport;
  return { left: offsetLeft, top: offsetTop, width, height };
}

/** Calls back when a keyboard, a zoom or a new window size changes the visible area, until the returned function is called. */
export function onVisibleAreaChange(listener: () => void): () => void {
  const changes = [
    [window, 'resize'],
    [window.visualViewport, 'resize'],
    [window.visualViewport, 'scroll'],
  ] as const;
  for (const [target, name] of changes) target?.addEventListener(name, listener);
  return () => {
    for (const [target, name] of changes) target?.removeEventListener(name, listener);
  };
}

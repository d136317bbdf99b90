declare global {
  interface Window {
    /** Holds all movement at its place; null lets it run in its own time again. */
    ovozFreeze?: (isFrozen: boolean) => void;
    /** Moves all that moves on by a time, in milliseconds, while it is frozen. */
    ovozStep?: (ms: number) => void;
  }
}

/**
 * Runs in the page, before its scripts. What moves then moves by steps, so that a slow machine draws the frames of a fast one.
 */
export function prepareSteppedMotion(): void {
  // Where elements have no such method of their own, the motion library moves everything by performance.now().
  Object.assign(Node.prototype, { animate: Element.prototype.animate });
  Reflect.deleteProperty(Element.prototype, 'animate');
  const realMs = performance.now.bind(performance);
  let lagMs = 0;
  let frozenAtMs: number | null = null;
  performance.now = () => frozenAtMs ?? realMs() - lagMs;
  /** Transitions and animations of the style sheet. */
  const held = new Set<Animation>();

  window.ovozFreeze = (isFrozen) => {
    if (isFrozen) {
      frozenAtMs ??= performance.now();
      holdNew();
    } else if (frozenAtMs !== null) {
      lagMs = realMs() - frozenAtMs;
      frozenAtMs = null;
      for (const one of held) if (one.playState === 'paused') one.play();
      held.clear();
    }
  };

  /** What begins between two steps waits for the next one. */
  const holdNew = () => {
    if (frozenAtMs === null) return;
    window.ovozStep?.(0);
    requestAnimationFrame(holdNew);
  };

  window.ovozStep = (ms) => {
    if (frozenAtMs === null) return;
    frozenAtMs += ms;
    for (const one of document.getAnimations()) {
      // Scrolling moves the others.
      if (one.timeline !== document.timeline) continue;
      // One that is new has run in real time until now.
      const atMs = held.has(one) ? Number(one.currentTime) + ms : 0;
      held.add(one);
      if (atMs >= Number(one.effect?.getComputedTiming().endTime)) one.finish();
      else {
        one.pause();
        one.currentTime = atMs;
      }
    }
  };
}

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
    if (isFrozen) frozenAtMs ??= performance.now();
    else if (frozenAtMs !== null) {
      lagMs = realMs() - frozenAtMs;
      frozenAtMs = null;
      for (const one of held) if (one.playState === 'paused') one.play();
      held.clear();
    }
  };

  window.ovozStep = (ms) => {
    if (frozenAtMs === null) return;
    frozenAtMs += ms;
    for (const one of document.getAnimations()) {
      // Scrolling moves the others.
      if (one.timeline !== document.timeline) continue;
      // One that is new began in real time, after the step before.
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

declare global {
  interface Window {
    /** Pauses all movement, or lets it run in real time again. */
    ovozFreeze?: (isFrozen: boolean) => void;
    /** Advances frozen movement by milliseconds. */
    ovozStep?: (ms: number) => void;
  }
}

/**
 * Runs in the page, before its scripts. Movement then advances in steps, so that a slow machine draws the frames of a fast one.
 */
export function prepareSteppedMotion(): void {
  // Without Element.animate, the motion library moves everything by performance.now().
  Object.assign(Node.prototype, { animate: Element.prototype.animate });
  Reflect.deleteProperty(Element.prototype, 'animate');
  const realMs = performance.now.bind(performance);
  let lagMs = 0;
  let frozenAtMs: number | null = null;
  performance.now = () => frozenAtMs ?? realMs() - lagMs;
  /** The paused transitions and animations of style sheets. */
  const frozen = new Set<Animation>();

  window.ovozFreeze = (isFrozen) => {
    if (isFrozen) {
      frozenAtMs ??= performance.now();
      freezeNew();
    } else if (frozenAtMs !== null) {
      lagMs = realMs() - frozenAtMs;
      frozenAtMs = null;
      for (const one of frozen) if (one.playState === 'paused') one.play();
      frozen.clear();
    }
  };

  /** Pauses each animation that begins between two steps. */
  const freezeNew = () => {
    if (frozenAtMs === null) return;
    window.ovozStep?.(0);
    requestAnimationFrame(freezeNew);
  };

  window.ovozStep = (ms) => {
    if (frozenAtMs === null) return;
    frozenAtMs += ms;
    for (const one of document.getAnimations()) {
      // Other animations follow the scroll position.
      if (one.timeline !== document.timeline) continue;
      // A new animation has run in real time until now.
      const atMs = frozen.has(one) ? Number(one.currentTime) + ms : 0;
      frozen.add(one);
      if (atMs >= Number(one.effect?.getComputedTiming().endTime)) one.finish();
      else {
        one.pause();
        one.currentTime = atMs;
      }
    }
  };
}

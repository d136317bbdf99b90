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
  const realNowMs = performance.now.bind(performance);
  let lagMs = 0;
  let frozenAtMs: number | null = null;
  performance.now = () => frozenAtMs ?? realNowMs() - lagMs;
  /** The paused transitions and animations of style sheets. */
  const frozenAnimations = new Set<Animation>();

  window.ovozFreeze = (isFrozen) => {
    if (isFrozen) {
      frozenAtMs ??= performance.now();
      freezeNew();
    } else if (frozenAtMs !== null) {
      lagMs = realNowMs() - frozenAtMs;
      frozenAtMs = null;
      for (const animation of frozenAnimations) if (animation.playState === 'paused') animation.play();
      frozenAnimations.clear();
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
    for (const animation of document.getAnimations()) {
      // Other animations follow the scroll position.
      if (animation.timeline !== document.timeline) continue;
      // A new animation has run in real time until now.
      const atMs = frozenAnimations.has(animation) ? Number(animation.currentTime) + ms : 0;
      frozenAnimations.add(animation);
      if (atMs >= Number(animation.effect?.getComputedTiming().endTime)) animation.finish();
      else {
        animation.pause();
        animation.currentTime = atMs;
      }
    }
  };
}

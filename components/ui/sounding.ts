let pauseCurrent: (() => void) | undefined;

/**
 * Tells that a sound begins, which pauses the one before it: a page speaks with one voice at a time.
 * @param pause how the new one is paused when another begins; without it (a call, a recording) it goes on
 */
export function soundBegins(pause?: () => void): void {
  pauseCurrent?.();
  pauseCurrent = pause;
}

let pauseCurrent: (() => void) | undefined;

interface Hold {
  refused: () => void;
  end: (() => void) | undefined;
}
const held = new Set<Hold>();

/**
 * Tells that a sound begins, which pauses the one before it: a page speaks with one voice at a time.
 * @param pause how the new one is paused when another begins
 * @returns false where it must not begin: a call or a recording is on
 */
export function soundBegins(pause?: () => void): boolean {
  for (const { refused } of held) refused();
  if (held.size > 0) return false;
  pauseCurrent?.();
  pauseCurrent = pause;
  return true;
}

/**
 * Keeps the page quiet for a call or a recording, until the returned function is called.
 * @param refused shows why another sound does not begin
 * @param end ends a recording, into which a call would be spoken; a call itself ends for nothing
 */
export function holdSounds(refused: () => void, end?: () => void): () => void {
  for (const other of held) if (end === undefined) other.end?.();
  pauseCurrent?.();
  pauseCurrent = undefined;
  const mine: Hold = { refused, end };
  held.add(mine);
  return () => held.delete(mine);
}

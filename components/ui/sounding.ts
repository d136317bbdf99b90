/** An audio element, or what else can be paused. */
interface Pausable {
  pause: () => void;
}
let current: Pausable | undefined;

interface Hold {
  refused: () => void;
  end: (() => void) | undefined;
}
const held = new Set<Hold>();

/**
 * Tells that a sound begins, which pauses the one before it: a page speaks with one voice at a time.
 * @param sound the new one, to be paused when another begins; one that goes on again is the same
 * @returns false where it must not begin: a call or a recording is on
 */
export function soundBegins(sound?: Pausable): boolean {
  for (const { refused } of held) refused();
  if (held.size > 0) return false;
  if (current !== sound) current?.pause();
  current = sound;
  return true;
}

/**
 * Keeps the page quiet for a call or a recording, until the returned function is called.
 * @param refused shows why another sound does not begin
 * @param end ends a recording, into which a call would be spoken; a call itself ends for nothing
 */
export function holdSounds(refused: () => void, end?: () => void): () => void {
  for (const other of held) if (end === undefined) other.end?.();
  current?.pause();
  current = undefined;
  const mine: Hold = { refused, end };
  held.add(mine);
  return () => held.delete(mine);
}

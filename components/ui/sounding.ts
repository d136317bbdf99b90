/** Anything that can be paused, such as an audio element. */
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
 * Starts a sound and pauses the previous one: a page plays one at a time.
 * @param sound to be paused when another begins; the same one may continue
 * @returns false if a call or a recording forbids it
 */
export function soundBegins(sound?: Pausable): boolean {
  for (const { refused } of held) refused();
  if (held.size > 0) return false;
  if (current !== sound) current?.pause();
  current = sound;
  return true;
}

/**
 * Silences the page for a call or a recording, until the returned function is called.
 * @param refused shows why another sound does not begin
 * @param end ends a recording when a call begins; a call is never ended by this
 */
export function blockSounds(refused: () => void, end?: () => void): () => void {
  for (const other of held) if (end === undefined) other.end?.();
  current?.pause();
  current = undefined;
  const mine: Hold = { refused, end };
  held.add(mine);
  return () => held.delete(mine);
}

/** Anything that can be paused, such as an audio element. */
interface Pausable {
  pause: () => void;
}
let current: Pausable | undefined;

interface Block {
  refused: () => void;
  end: (() => void) | undefined;
}
const blocks = new Set<Block>();

/**
 * Starts a sound and pauses the previous one: a page plays one at a time.
 * @param sound to be paused when another begins; the same one may continue
 * @returns false if a call or a recording forbids it
 */
export function soundBegins(sound?: Pausable): boolean {
  for (const { refused } of blocks) refused();
  if (blocks.size > 0) return false;
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
  for (const other of blocks) if (end === undefined) other.end?.();
  current?.pause();
  current = undefined;
  const mine: Block = { refused, end };
  blocks.add(mine);
  return () => blocks.delete(mine);
}

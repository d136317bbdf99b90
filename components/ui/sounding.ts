/** Anything that can be paused, such as an audio element. */
interface Pausable {
  pause: () => void;
}
let currentSound: Pausable | undefined;

interface Block {
  showRefusal: () => void;
  end: (() => void) | undefined;
}
const blocks = new Set<Block>();

/**
 * Call before a sound starts. Pauses the previous one, because a page plays one at a time.
 * @param sound to be paused when another begins; the same one may continue
 * @returns false if a call or a recording forbids it
 */
export function beginSound(sound?: Pausable): boolean {
  for (const { showRefusal } of blocks) showRefusal();
  if (blocks.size > 0) return false;
  if (currentSound !== sound) currentSound?.pause();
  currentSound = sound;
  return true;
}

/** True during a call or a recording. */
export function isSoundBlocked(): boolean {
  return blocks.size > 0;
}

/** Applies `beginSound` to an audio element that a media key starts. */
export function guardPlay(audio: Pausable & EventTarget & { readonly paused: boolean }, signal: AbortSignal) {
  const begin = () => {
    // The event is asynchronous: another sound may have paused this one meanwhile.
    if (!audio.paused && !beginSound(audio)) audio.pause();
  };
  audio.addEventListener('play', begin, { signal });
}

/**
 * Silences the page for a call or a recording, until the returned function is called.
 * @param showRefusal shows why another sound does not begin
 * @param end ends a recording when a call begins; a call passes none
 */
export function blockSounds(showRefusal: () => void, end?: () => void): () => void {
  for (const otherBlock of blocks) if (end === undefined) otherBlock.end?.();
  currentSound?.pause();
  currentSound = undefined;
  const block: Block = { showRefusal, end };
  blocks.add(block);
  return () => blocks.delete(block);
}

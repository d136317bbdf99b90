/** In samples, like all lengths here. */
const snippetLength = 1_200;
/** No two sentences of one voice have the same passage of this length. */
const passageLength = 3 * snippetLength;
const passageCount = 8;
/** Two different sounds never reach this likeness. */
const sameSoundLikeness = 0.9;

interface SoundMatch {
  /** The sample of the sound at which the part begins. The part's loudest moment is searched. */
  at: number;
  /** The correlation of both from there: 1 if they differ only in loudness. */
  likeness: number;
  /** The correlation at the loudest moment alone, which added pauses do not change. */
  likenessAtLoudest: number;
}

/** Finds where a sound contains this part. */
export function findSound(sound: Int16Array, part: Int16Array): SoundMatch {
  const loudest = loudestIn(part);
  const best = findSnippet(sound, part.subarray(loudest, loudest + snippetLength));
  const at = best.at - loudest;
  const [from, to] = [Math.max(0, at), Math.min(sound.length, at + part.length)];
  const likeness = correlation(sound.subarray(from, to), part.subarray(from - at));
  return { at, likeness, likenessAtLoudest: best.likeness };
}

/** Compares one passage from each eighth of the part, and returns the best likeness. A player may have stretched the others. */
export function likenessOfPassage(sound: Int16Array, part: Int16Array): number {
  const eighth = Math.max(1, Math.floor((part.length - passageLength) / passageCount));
  let best = -1;
  for (let from = 0; from < eighth * passageCount && best < sameSoundLikeness; from += eighth) {
    const begin = from + loudestIn(part.subarray(from, from + eighth));
    best = Math.max(best, findSnippet(sound, part.subarray(begin, begin + passageLength)).likeness);
  }
  return best;
}

function loudestIn(part: Int16Array): number {
  const louder = (most: number, value: number, at: number) =>
    Math.abs(value) > Math.abs(part[most] ?? 0) ? at : most;
  return part.reduce(louder, 0);
}

function findSnippet(sound: Int16Array, snippet: Int16Array): { at: number; likeness: number } {
  // The snippet begins loud, so quiet samples cannot be its beginning.
  const minLoud = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 4;
  let best = { at: 0, likeness: -1 };
  for (let at = 0; at + snippet.length <= sound.length; at++) {
    if (Math.abs(sound[at] ?? 0) < minLoud) continue;
    const likeness = correlation(sound.subarray(at, at + snippet.length), snippet);
    if (likeness > best.likeness) best = { at, likeness };
  }
  return best;
}

function correlation(one: Int16Array, other: Int16Array): number {
  let [product, oneEnergy, otherEnergy] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    const value = one[i] ?? 0;
    const otherValue = other[i] ?? 0;
    product += value * otherValue;
    oneEnergy += value * value;
    otherEnergy += otherValue * otherValue;
  }
  return product / Math.sqrt(oneEnergy * otherEnergy || 1);
}

const snippetLength = 4_000;

/** Where a part is in a sound, and how alike both are there: 1 if they differ only in loudness. */
export function findSound(sound: Int16Array, part: Int16Array): { at: number; likeness: number } {
  const middle = Math.floor(part.length / 2);
  const snippet = part.subarray(middle, middle + snippetLength);
  let best = { at: 0, likeness: -1 };
  for (let at = 0; at + snippet.length <= sound.length; at++) {
    const likeness = correlation(sound.subarray(at, at + snippet.length), snippet);
    if (likeness > best.likeness) best = { at, likeness };
  }
  const at = best.at - middle;
  const [from, to] = [Math.max(0, at), Math.min(sound.length, at + part.length)];
  return { at, likeness: correlation(sound.subarray(from, to), part.subarray(from - at)) };
}

function correlation(one: Int16Array, other: Int16Array): number {
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    const value = one[i] ?? 0;
    const beside = other[i] ?? 0;
    both += value * beside;
    ofOne += value * value;
    ofOther += beside * beside;
  }
  return both / Math.sqrt(ofOne * ofOther || 1);
}

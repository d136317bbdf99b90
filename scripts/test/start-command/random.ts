/** Numbers that can be had again: the seed is printed, and taken from START_TEST_SEED. */
export function seededRandom(): { below: (limit: number) => number; pick: <T>(items: T[]) => T } {
  const seed = Number(process.env.START_TEST_SEED || Date.now() % 1_000_000);
  console.log(`  START_TEST_SEED=${seed}`);
  let state = seed;
  // mulberry32: a seed of 32 bits, and draws that do not hang together from one to the next.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

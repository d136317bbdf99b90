/** Numbers that can be had again: the seed is printed, and taken from START_TEST_SEED. */
export function seededRandom(): { below: (limit: number) => number; pick: <T>(items: T[]) => T } {
  const seed = Number(process.env.START_TEST_SEED || Date.now() % 1_000_000);
  console.log(`  START_TEST_SEED=${seed}`);
  let state = seed;
  // A linear congruential generator (Numerical Recipes' constants): even enough to choose moments and targets.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
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

import type { Env } from '../platform/env.ts';

/** A provider's name, and how to make its voice or recogniser; null if it is not set up. */
export type Provider<Name, Made> = [name: Name, make: (settings: Env) => Made | null];

/**
 * What is set up, in order of fallback: the wanted provider's first, or else the first of the list. Empty if the wanted one is not
 * set up.
 */
export function inFallbackOrder<Name, Made>(
  providers: Provider<Name, Made>[],
  settings: Env,
  wanted: Name | undefined,
): Made[] {
  const available = providers.flatMap(([name, make]) => {
    const made = make(settings);
    return made === null ? [] : [{ name, made }];
  });
  const first = available.find(({ name }) => wanted === undefined || name === wanted);
  if (first === undefined) return [];
  return [first, ...available.filter((each) => each !== first)].map(({ made }) => made);
}

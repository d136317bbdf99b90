import { env } from './env.ts';

/** Ends the process with one readable line if a setting is wrong: a server that comes up all the same fails later, for its visitors. */
export function checkEnv(): void {
  try {
    env();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

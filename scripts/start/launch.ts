import type { Env } from '../../lib/server/platform/env.ts';
import type { Place } from './run-command.mjs';

/** One run of the start command: where it works, and what it was told. */
export interface Launch extends Place {
  dev: boolean;
  env: Env;
}

import type { Env } from '../../lib/server/platform/env.ts';
import type { Place } from './run-command.mjs';

/** One run of the start command: where it works, and what it was told. */
export interface Launch extends Place {
  dev: boolean;
  env: Env;
  /** Opens the admin page once, where there is no password; undefined where none is needed. */
  adminToken?: string | undefined;
}

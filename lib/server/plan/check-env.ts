import { configuredPlan } from './interview-plan.ts';
import { env } from '../platform/env.ts';
import { messageOf } from '../platform/message-of.mjs';

/** Ends the process with one readable line if a setting is wrong. Otherwise the server would fail later, for visitors. */
export function exitUnless(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    exitWith(error);
  }
}

/** Ends the process with the error's message. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}

/** Checks the settings, and the plan that they name. */
export function checkEnv(): void {
  exitUnless(() => {
    env();
    configuredPlan();
  });
}

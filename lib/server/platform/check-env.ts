import { currentPlan } from '../calls/interview-plan.ts';
import { env } from './env.ts';

/** Ends the process with one readable line if a setting, or the plan of the agent that one names, is wrong: a server that comes up all the same fails later, for its visitors. */
export function checkEnv(): void {
  try {
    env();
    currentPlan();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

import {
  type ComparisonTask,
  comparisonAnswer,
  type comparisonReport,
} from '../../lib/contracts/evaluation.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { z } from '../../lib/contracts/schema.ts';
import { env } from '../../lib/server/platform/env.ts';
import { evaluationVendor, modelVendors } from '../../lib/server/platform/configured-models.ts';
import { askSigned, webUrl } from '../reporting/events.ts';
import type { Plans } from '../reporting/plans.ts';
import { comparePlans } from './compare.ts';

const reportWithinMs = 10_000;

interface OfficeHost {
  plans: Plans;
  /** The plan of the agent's own files. */
  plan: InterviewPlan;
  isMoneySpent: () => boolean;
}

/** Holds a comparison for the office with this agent's models, and reports it to the web app. */
export function holdComparison(
  task: ComparisonTask,
  { plans, plan, isMoneySpent }: OfficeHost,
): Promise<void> {
  return comparePlans(task, {
    vendors: modelVendors(env()),
    other: evaluationVendor(env()),
    planOf: async (version) => (version === undefined ? plan : plans.exactly(version)),
    isMoneySpent,
    report: async (progress) => {
      const body: z.infer<typeof comparisonReport> = { id: task.id, progress };
      const answer = await askSigned(
        webUrl('/api/agent/comparison'),
        body,
        AbortSignal.timeout(reportWithinMs),
      );
      return comparisonAnswer.parse(answer).goesOn;
    },
  });
}

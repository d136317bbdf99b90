import { type PlanDraft, planOf } from '@/lib/contracts/agent-plan';

/** The first problem at each path of the plan. */
export function problemsOf(plan: PlanDraft): ReadonlyMap<string, 'empty' | 'long' | 'wrong'> {
  const issues = planOf(plan).error?.issues ?? [];
  return new Map(
    issues.toReversed().map((issue) => {
      const problem = issue.code === 'too_small' ? 'empty' : issue.code === 'too_big' ? 'long' : 'wrong';
      return [issue.path.join('.'), issue.path[0] === 'knowledge' ? 'long' : problem];
    }),
  );
}

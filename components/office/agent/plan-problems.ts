import { type PlanDraft, isBlank, planOf } from '@/lib/contracts/agent-plan';

/** The first problem at each path of the draft. */
export function problemsOf(draft: PlanDraft): ReadonlyMap<string, 'empty' | 'long' | 'wrong'> {
  const issues = planOf(draft).error?.issues ?? [];
  // The plan lacks the draft's blank rows.
  const rows: Record<PropertyKey, number[] | undefined> = {
    faq: filledRows(draft.faq),
    criteria: filledRows(draft.criteria),
  };
  return new Map(
    issues.toReversed().map(({ code, path: [part = '', index, ...rest] }) => {
      const row = typeof index === 'number' ? (rows[part]?.[index] ?? index) : index;
      const path = [part, row, ...rest].filter((key) => key !== undefined).join('.');
      const problem = code === 'too_small' ? 'empty' : code === 'too_big' ? 'long' : 'wrong';
      return [path, part === 'knowledge' ? 'long' : problem];
    }),
  );
}

function filledRows(entries: readonly Parameters<typeof isBlank>[0][]): number[] {
  return entries.flatMap((entry, row) => (isBlank(entry) ? [] : row));
}

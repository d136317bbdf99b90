import type { ComparisonRow } from '@/lib/contracts/evaluation';

export type Change = 'better' | 'worse' | 'same' | 'open';

/** Compares the share of conversations that passed, then the number of checks that failed. */
export function changeOf({ published, draft }: ComparisonRow): Change {
  if (published.finished === 0 || draft.finished === 0) return 'open';
  const passed = draft.passed / draft.finished - published.passed / published.finished;
  if (passed !== 0) return passed > 0 ? 'better' : 'worse';
  const failed = failuresIn(published) - failuresIn(draft);
  if (failed === 0) return 'same';
  return failed > 0 ? 'better' : 'worse';
}

/** The mean number of failed checks in a conversation. */
function failuresIn({ finished, failed }: ComparisonRow['draft']): number {
  return failed.reduce((sum, { times }) => sum + times, 0) / finished;
}

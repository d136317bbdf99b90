import type { ComparisonRow } from '@/lib/contracts/evaluation';

export type Change = 'better' | 'worse' | 'same' | 'open';

/** Compares the share of conversations that passed, then the number of checks that failed. */
export function changeOf({ published, draft }: ComparisonRow): Change {
  if (published.finished === 0 || draft.finished === 0) return 'open';
  const passedGain = draft.passed / draft.finished - published.passed / published.finished;
  if (passedGain !== 0) return passedGain > 0 ? 'better' : 'worse';
  const failureDrop = failuresIn(published) - failuresIn(draft);
  if (failureDrop === 0) return 'same';
  return failureDrop > 0 ? 'better' : 'worse';
}

/** The mean number of failed checks in a conversation. */
function failuresIn({ finished, failed }: ComparisonRow['draft']): number {
  return failed.reduce((sum, { times }) => sum + times, 0) / finished;
}

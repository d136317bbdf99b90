import type { ComparisonRow } from '@/lib/contracts/evaluation';

export type Change = 'better' | 'worse' | 'same' | 'open';

/** Compares the share of conversations that passed, then the mean number of failed checks. */
export function changeOf({ published, draft }: ComparisonRow): Change {
  if (published.finished === 0 || draft.finished === 0) return 'open';
  const passedGain = draft.passed / draft.finished - published.passed / published.finished;
  if (passedGain !== 0) return passedGain > 0 ? 'better' : 'worse';
  const failureDrop = failuresPerConversation(published) - failuresPerConversation(draft);
  if (failureDrop === 0) return 'same';
  return failureDrop > 0 ? 'better' : 'worse';
}

function failuresPerConversation({ finished, failed }: ComparisonRow['draft']): number {
  return failed.reduce((sum, { times }) => sum + times, 0) / finished;
}

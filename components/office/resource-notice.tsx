import { FailedNotice, LoadingNotice } from '@/components/leads/notices';
import type { RequestFailure } from '@/lib/api-client';

interface ResourceNoticeProps {
  data: unknown;
  failure: RequestFailure | null;
  reload: () => Promise<void>;
}

/** Shows that an answer of useResource is loading, or why it failed. */
export function ResourceNotice({ data, failure, reload }: ResourceNoticeProps) {
  if (failure) return <FailedNotice failure={failure} onRetry={reload} />;
  return data === undefined ? <LoadingNotice /> : null;
}

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { asRequestFailure } from '@/lib/api-client';

/**
 * An answer of the API, refreshed every `everyMs` while the page is in view.
 * @param key begins with the path, by which useRefetchOnEvents finds the query
 */
export function useResource<Answer>(
  key: readonly string[],
  load: (signal: AbortSignal) => Promise<Answer>,
  everyMs?: number | ((answer: Answer) => number),
) {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    refetchInterval: ({ state: { data: answer } }) =>
      typeof everyMs === 'function' ? answer && everyMs(answer) : everyMs,
  });
  const reload = useCallback(async () => void (await refetch()), [refetch]);
  return { data, failure: error && asRequestFailure(error), reload };
}

import type { QueryClient } from '@tanstack/react-query';

/** Events that come together cause one refetch. */
const gatherMs = 300;

/**
 * Refetches the queries whose key begins with `key` soon after `soon`. Waits for a running fetch, so that frequent events cannot
 * starve it.
 */
export function refetchSoon(client: QueryClient, key: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (client.isFetching({ queryKey: [key] }) > 0) soon();
      else void client.invalidateQueries({ queryKey: [key] });
    }, gatherMs);
  }

  return { soon, stop: () => clearTimeout(timer) };
}

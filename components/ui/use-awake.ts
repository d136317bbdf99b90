import { useSyncExternalStore } from 'react';

const unchanging = () => () => {};

/** False in the server's HTML, where a press would do nothing yet. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
}

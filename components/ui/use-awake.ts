import { startTransition, useEffect, useState } from 'react';

/**
 * False in the server's HTML, where a press would do nothing yet. It turns in a render of its own: a store whose value differs from the
 * server's would have all effects of the first one, and a second one, in the same long task.
 */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => startTransition(() => setAwake(true)), []);
  return awake;
}

import { useEffect, useState } from 'react';

/** The time in milliseconds since 1970, updated every `everyMs`. */
export function useNowMs(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

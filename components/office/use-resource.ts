import { useEffect, useMemo, useState } from 'react';
import type { z } from '@/lib/contracts/schema';
import { type RequestFailure, asRequestFailure, request } from '@/components/leads/api';
import { loading } from '@/components/leads/loading';

/**
 * The last answer of an endpoint of ours, and why the latest try failed; the answer stays meanwhile, unless another path is asked.
 * `reload` after a change of our own, `look` where others may have changed something.
 * The shape comes beside the answer: zod is 90 kB, and the page is usable without.
 */
export function useResource<Shape extends z.ZodType>(path: string, shape: () => Promise<Shape>) {
  const [answer, setAnswer] = useState<{ path: string; read: z.infer<Shape> } | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  const { now, soon, stop } = useMemo(
    () =>
      loading(async (signal) => {
        const json = request(path, { signal }).then((response) => response.json());
        await Promise.all([shape(), json])
          .then(([contract, answered]) => contract.parse(answered))
          .then(
            (read) => {
              if (signal.aborted) return;
              setAnswer({ path, read });
              setFailure(null);
            },
            (error: unknown) => signal.aborted || setFailure(asRequestFailure(error)),
          );
      }),
    [path, shape],
  );

  useEffect(() => {
    void now();
    return stop;
  }, [now, stop]);

  return { data: answer?.path === path ? answer.read : null, failure, reload: now, look: soon };
}

/** Looks again every so often while the page is in view: for what nobody tells of. */
export function useLookAgain(look: () => Promise<void>, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), everyMs);
    return () => clearInterval(timer);
  }, [look, everyMs]);
}

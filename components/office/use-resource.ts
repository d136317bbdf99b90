import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from '@/lib/contracts/schema';
import { type RequestFailure, asRequestFailure, request } from '@/components/leads/api';

/** The last answer of an endpoint of ours, and why the latest try failed; the answer stays meanwhile. */
export function useResource<Shape extends z.ZodType>(path: string, shape: Shape) {
  const [data, setData] = useState<z.infer<Shape> | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const running = useRef<AbortController | null>(null);

  const reload = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    await request(path, { signal })
      .then(async (response) => shape.parse(await response.json()))
      .then(
        (read) => {
          if (signal.aborted) return;
          setData(read);
          setFailure(null);
        },
        (error: unknown) => signal.aborted || setFailure(asRequestFailure(error)),
      );
  }, [path, shape]);

  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);

  return { data, failure, reload };
}

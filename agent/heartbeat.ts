import { heartbeatEveryMs, type heartbeat } from '../lib/contracts/call-events.ts';
import { log } from '../lib/server/log.ts';
import type { z } from 'zod';
import type { Post } from './event-sender.ts';

const timeoutMs = 3_000;

/** Tells the web app every few seconds that a worker is registered; stops with the function it gives. */
export function startHeartbeat(url: string, workerId: () => string | undefined, post: Post): () => void {
  let failing = false;
  const beat = async () => {
    const id = workerId();
    if (id === undefined) return;
    const body: z.infer<typeof heartbeat> = { workerId: id };
    const failure = await post(url, body, timeoutMs).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !failing) log.warn('heartbeat_failed', {}, failure);
    failing = failure !== undefined;
  };
  const timer = setInterval(() => void beat(), heartbeatEveryMs);
  void beat();
  return () => clearInterval(timer);
}

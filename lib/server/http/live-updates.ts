import { onNotification } from '../platform/notifications.ts';
import { shutdownSignal } from '../platform/shutdown.ts';

const beatMs = 20_000;

const nameOf = { leads: 'leadId', calls: 'room', plans: 'plan' } as const;

/**
 * Server-sent events: each change of a lead, a call or the plan, and a comment now and then that keeps proxies from closing the stream.
 * @param isAllowed asked now and then and as sessions end; the stream ends with it
 */
export function liveUpdates(
  channel: keyof typeof nameOf,
  signal: AbortSignal,
  isAllowed: () => Promise<boolean> = async () => true,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  const refused = new AbortController();
  const gone = AbortSignal.any([signal, cancelled.signal, refused.signal]);
  // While the database is out of reach nothing is told anyway.
  const askAgain = () =>
    void isAllowed().then(
      (is) => is || refused.abort(),
      () => undefined,
    );
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!gone.aborted) controller.enqueue(encoder.encode(text));
      };
      const tell = (payload: string, from: string) => {
        if (from === 'sessions') askAgain();
        else send(`data: ${JSON.stringify({ [nameOf[channel]]: payload })}\n\n`);
      };
      const stopListening = await onNotification([channel, 'sessions'], tell);
      const beat = setInterval(() => {
        send(': still here\n\n');
        askAgain();
      }, beatMs);
      const end = () => {
        clearInterval(beat);
        stopListening();
        if (!cancelled.signal.aborted) controller.close();
      };
      // The listener may have been removed during the query.
      if (gone.aborted) return end();
      gone.addEventListener('abort', end, { once: true });
      send('retry: 5000\n\n');
    },
    cancel: () => cancelled.abort(),
  });
}

/** The same as an answer, until whoever asked is gone or refused, or this process stops. */
export function liveUpdatesResponse(
  channel: keyof typeof nameOf,
  gone: AbortSignal,
  isAllowed: () => Promise<boolean>,
): Response {
  return new Response(liveUpdates(channel, AbortSignal.any([gone, shutdownSignal()]), isAllowed), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

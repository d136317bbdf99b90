import { isAdmin } from './auth.ts';
import { onNotification } from './notifications.ts';
import { shutdownSignal } from '../platform/shutdown.ts';

const heartbeatMs = 20_000;

const nameOf = { leads: 'leadId', calls: 'room', plans: 'plan' } as const;

/**
 * Server-sent events for changes of leads, calls and the plan. A regular comment stops proxies from closing the stream.
 * @param isAllowed checked regularly and when sessions end; false ends the stream
 */
export function liveUpdates(
  channel: keyof typeof nameOf,
  signal: AbortSignal,
  isAllowed: () => Promise<boolean> = async () => true,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cancellation = new AbortController();
  const refusal = new AbortController();
  const ended = AbortSignal.any([signal, cancellation.signal, refusal.signal]);
  // If the check fails because the database is down, the stream stays open. It carries nothing meanwhile.
  const recheckAccess = () =>
    void isAllowed().then(
      (allowed) => allowed || refusal.abort(),
      () => undefined,
    );
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!ended.aborted) controller.enqueue(encoder.encode(text));
      };
      const publish = (payload: string, from: string) => {
        if (from === 'sessions') recheckAccess();
        else send(`data: ${JSON.stringify({ [nameOf[channel]]: payload })}\n\n`);
      };
      const stopListening = await onNotification([channel, 'sessions'], publish);
      const heartbeat = setInterval(() => {
        send(': still here\n\n');
        recheckAccess();
      }, heartbeatMs);
      const end = () => {
        clearInterval(heartbeat);
        stopListening();
        if (!cancellation.signal.aborted) controller.close();
      };
      // The stream may have ended while the connection opened.
      if (ended.aborted) return end();
      ended.addEventListener('abort', end, { once: true });
      send('retry: 5000\n\n');
    },
    cancel: () => cancellation.abort(),
  });
}

/** The events as a response to an admin, until the client disconnects, its session ends or this process stops. */
export function liveUpdatesResponse(channel: keyof typeof nameOf, { headers, signal }: Request): Response {
  const events = liveUpdates(channel, AbortSignal.any([signal, shutdownSignal()]), () => isAdmin(headers));
  return new Response(events, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

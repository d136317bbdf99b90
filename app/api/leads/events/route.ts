import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { onLeadChange } from '@/lib/server/leads/changes';

export const dynamic = 'force-dynamic';

const beatMs = 20_000;

/** Server-sent events: the id of each lead that changes. A comment now and then keeps proxies from closing it. */
export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const encoder = new TextEncoder();
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const stop = await onLeadChange((leadId) => send(`data: ${JSON.stringify({ leadId })}\n\n`));
      const beat = setInterval(() => send(': still here\n\n'), beatMs);
      close = () => {
        clearInterval(beat);
        stop();
      };
      send('retry: 5000\n\n');
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

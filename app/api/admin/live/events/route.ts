import { isAdmin, requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { changeEvents } from '@/lib/server/leads/changes';
import { shutdownSignal } from '@/lib/server/platform/shutdown';

export const dynamic = 'force-dynamic';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const signal = AbortSignal.any([request.signal, shutdownSignal()]);
  return new Response(
    changeEvents('calls', signal, () => isAdmin(request.headers)),
    {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    },
  );
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

import { requireMetrics } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { metricsText } from '@/lib/server/office/metrics';

export const dynamic = 'force-dynamic';

export const GET = handler(async (request: Request) => {
  requireMetrics(request.headers);
  return new Response(await metricsText(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

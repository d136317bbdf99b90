import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

/** Liveness probe. Checks no dependencies, so that no web app is restarted for another part's fault. */
export function GET() {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

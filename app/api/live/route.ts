import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

/** Whether the process answers at all: says nothing of what it stands on, so that a probe restarts no web app for another part's fault. */
export function GET() {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

import { health } from '@/lib/server/health';
import { otherMethods } from '@/lib/server/http';

export const dynamic = 'force-dynamic';

export async function GET() {
  const body = await health();
  return Response.json(body, {
    status: body.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

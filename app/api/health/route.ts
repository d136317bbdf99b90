import { cachedHealth } from '@/lib/server/office/health';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

export async function GET() {
  const body = await cachedHealth();
  return Response.json(body, {
    status: body.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

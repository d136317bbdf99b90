import { healthFor } from '@/lib/server/office/health';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

export async function GET(request: Request) {
  const body = await healthFor(request.headers);
  return Response.json(body, {
    status: body.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

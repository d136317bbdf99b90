import { isReady } from '@/lib/server/office/health';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

/** Whether requests should be sent here. */
export async function GET() {
  const ready = await isReady();
  return Response.json(
    { status: ready ? 'ok' : 'down' },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

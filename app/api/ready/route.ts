import { readiness } from '@/lib/server/office/health';
import { otherMethods } from '@/lib/server/http/handler';

export const dynamic = 'force-dynamic';

/** Whether requests should be sent here. */
export async function GET() {
  const { state, detail } = await readiness();
  return Response.json(
    { status: state === 'ok' ? 'ok' : 'down', detail },
    { status: state === 'ok' ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

import { health } from '@/lib/server/health';

export const dynamic = 'force-dynamic';

export async function GET() {
  const body = await health();
  return Response.json(body, {
    status: body.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store' },
  });
}

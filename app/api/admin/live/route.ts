import { liveRoom } from '@/lib/contracts/office';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { endCall, listenIn, liveCalls } from '@/lib/server/office/live';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return Response.json(await liveCalls(), { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { room } = liveRoom.parse(await readJson(request));
  return Response.json(await listenIn(room, request.headers), { headers: { 'cache-control': 'no-store' } });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  const { room } = liveRoom.parse(await readJson(request));
  await endCall(room);
  return new Response(null, { status: 204 });
});

export const { PUT, PATCH } = otherMethods('GET', 'POST', 'DELETE');

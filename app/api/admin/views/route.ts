import { z } from 'zod';
import { newDeskView } from '@/lib/contracts/leads';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { addDeskView, deleteDeskView, deskViews } from '@/lib/server/leads/desk-views';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return Response.json(await deskViews(), { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const view = newDeskView.parse(await readJson(request));
  return Response.json({ id: await addDeskView(view) }, { status: 201 });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  const { id } = z.object({ id: z.uuid() }).parse(await readJson(request));
  await deleteDeskView(id);
  return new Response(null, { status: 204 });
});

export const { PUT, PATCH } = otherMethods('GET', 'POST', 'DELETE');

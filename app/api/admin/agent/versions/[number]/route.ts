import { restoration } from '@/lib/contracts/agent-plan';
import { z } from '@/lib/contracts/schema';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { readVersion, restoreVersion } from '@/lib/server/office/agent-plan';

type Context = RouteContext<'/api/admin/agent/versions/[number]'>;
const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647);

export const GET = handler(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const number = versionNumber.parse((await params).number);
  return Response.json(await readVersion(number), { headers: { 'cache-control': 'no-store' } });
});

/** Back to this version: its content becomes the next one. */
export const POST = handler(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const number = versionNumber.parse((await params).number);
  const { author } = restoration.parse(await readJson(request));
  return Response.json({ number: await restoreVersion(number, author) }, { status: 201 });
});

export const { PUT, PATCH, DELETE } = otherMethods('GET', 'POST');

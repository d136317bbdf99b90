import { setupTrial } from '@/lib/contracts/office';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { setupStates, tryPart } from '@/lib/server/office/setup';

export const maxDuration = 60;

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  return Response.json(await setupStates(), { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { part, language, reasoning } = setupTrial.parse(await readJson(request));
  return Response.json(await tryPart(part, language, reasoning));
});

export const { PUT, PATCH, DELETE } = otherMethods('GET', 'POST');

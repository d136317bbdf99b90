import { type comparisonPage, comparisonMaxRequests, comparisonRequest } from '@/lib/contracts/evaluation';
import type { z } from '@/lib/contracts/schema';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { cancelComparison, readComparison, startComparison } from '@/lib/server/office/comparison';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const page: z.infer<typeof comparisonPage> = {
    comparison: await readComparison(),
    maxRequests: comparisonMaxRequests,
  };
  return Response.json(page, { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision, language } = comparisonRequest.parse(await readJson(request));
  await startComparison(revision, language);
  return new Response(null, { status: 202 });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  await cancelComparison();
  return new Response(null, { status: 204 });
});

export const { PUT, PATCH } = otherMethods('GET', 'POST', 'DELETE');

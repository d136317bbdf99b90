import { insightsQuery } from '@/lib/contracts/insights';
import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { readInsights } from '@/lib/server/office/insights';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const query = insightsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return Response.json(await readInsights(query), { headers: { 'cache-control': 'no-store' } });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

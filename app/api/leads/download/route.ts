import { requireAdmin } from '@/lib/server/auth';
import { handler, otherMethods } from '@/lib/server/http';
import { listLeads } from '@/lib/server/leads/list';

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const file = JSON.stringify({ leads: await listLeads() }, null, 2);
  return new Response(file, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="leads-${Date.now()}.json"`,
      'cache-control': 'no-store',
    },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

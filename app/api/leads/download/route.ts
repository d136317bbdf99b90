import { z } from 'zod';
import { leadQuery } from '@/lib/contracts/leads';
import { requireAdmin } from '@/lib/server/http/auth';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { leadsCsv } from '@/lib/server/leads/csv';
import { listLeads } from '@/lib/server/leads/repository';

const downloadQuery = leadQuery.extend({ format: z.enum(['json', 'csv']).default('json') });
const types = { json: 'application/json', csv: 'text/csv; charset=utf-8' };

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const query = downloadQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { leads } = await listLeads(query);
  const file = query.format === 'csv' ? leadsCsv(leads) : JSON.stringify({ leads }, null, 2);
  return new Response(file, {
    headers: {
      'content-type': types[query.format],
      'content-disposition': `attachment; filename="leads-${Date.now()}.${query.format}"`,
      'cache-control': 'no-store',
    },
  });
});

export const { POST, PUT, PATCH, DELETE } = otherMethods('GET');

import { defineRoutes } from '@/lib/server/http/define-routes';
import { leadsCsv } from '@/lib/server/leads/csv';
import { listLeads } from '@/lib/server/leads/repository';

const types = { json: 'application/json', csv: 'text/csv; charset=utf-8' };

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/download', {
  GET: async ({ query }) => {
    const { leads } = await listLeads(query);
    const file = query.format === 'csv' ? leadsCsv(leads) : JSON.stringify({ leads }, null, 2);
    return new Response(file, {
      headers: {
        'content-type': types[query.format],
        'content-disposition': `attachment; filename="leads-${Date.now()}.${query.format}"`,
        'cache-control': 'no-store',
      },
    });
  },
});

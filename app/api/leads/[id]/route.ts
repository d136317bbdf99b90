import { after } from 'next/server';
import { AppError } from '@/lib/contracts/errors';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainSoon } from '@/lib/server/jobs/drain';
import { changeLead } from '@/lib/server/leads/changes';
import { deleteLeads } from '@/lib/server/leads/delete-leads';
import { readLeadDetail } from '@/lib/server/leads/repository';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/{id}', {
  GET: ({ params }) => readLeadDetail(params.id),
  PATCH: ({ params, body }) => changeLead(params.id, body),
  DELETE: async ({ params }) => {
    const count = await deleteLeads([params.id]);
    if (count === 0) throw new AppError('lead_not_found');
    after(drainSoon);
  },
});

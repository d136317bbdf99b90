import { after } from 'next/server';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainSoon } from '@/lib/server/jobs/drain';
import { reprocessLead } from '@/lib/server/leads/process-lead';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/{id}/process', {
  POST: async ({ params: { id } }) => {
    await reprocessLead(id);
    after(drainSoon);
    return { _id: id, processingStatus: 'pending' as const };
  },
});

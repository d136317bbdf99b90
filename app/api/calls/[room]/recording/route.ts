import { after } from 'next/server';
import { receiveAgentCopy } from '@/lib/server/calls/agent-copy';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainSoon } from '@/lib/server/jobs/drain';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/recording', {
  POST: async ({ body }) => {
    const next = await receiveAgentCopy(body);
    if (body.audio !== undefined) after(drainSoon);
    return { next };
  },
});

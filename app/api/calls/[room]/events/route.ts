import { after } from 'next/server';
import { recordEvents } from '@/lib/server/calls/events';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainSoon } from '@/lib/server/jobs/drain';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/events', {
  POST: async ({ body: { room, events } }) => {
    await recordEvents(room, events);
    after(drainSoon);
  },
});

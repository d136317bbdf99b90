import { after } from 'next/server';
import { AppError } from '@/lib/contracts/errors';
import { recordEvents } from '@/lib/server/calls/events';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { drainSoon } from '@/lib/server/jobs/drain';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/events', {
  POST: async ({ params, body: { room, events } }) => {
    if (room !== params.room) throw new AppError('invalid_field', { detail: 'room: not the one in the URL' });
    await recordEvents(room, events);
    after(drainSoon);
  },
});

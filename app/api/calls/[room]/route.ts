import { after } from 'next/server';
import { knownBrowserHash } from '@/lib/server/http/cookies';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { holdsRoomToken } from '@/lib/server/http/room-tokens';
import { drainSoon } from '@/lib/server/jobs/drain';
import { deleteCall } from '@/lib/server/leads/delete-leads';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}', {
  DELETE: async ({ request: { headers }, params: { room } }) => {
    await deleteCall(room, {
      browserHash: knownBrowserHash(headers),
      holdsRoomToken: await holdsRoomToken(headers, room),
    });
    after(drainSoon);
  },
});

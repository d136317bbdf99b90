import { hangUp } from '@/lib/server/calls/hang-up';
import { knownBrowserHash } from '@/lib/server/http/cookies';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { holdsRoomToken } from '@/lib/server/http/room-tokens';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/hang-up', {
  POST: async ({ request: { headers }, params: { room } }) =>
    hangUp(room, {
      browserHash: knownBrowserHash(headers),
      holdsRoomToken: await holdsRoomToken(headers, room),
    }),
});

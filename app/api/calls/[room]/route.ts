import { after } from 'next/server';
import { forgetCall } from '@/lib/server/leads/delete-leads';
import { holdsRoomToken } from '@/lib/server/http/room-tokens';
import { knownBrowserHash } from '@/lib/server/http/cookies';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { drainSoon } from '@/lib/server/jobs/drain';

/** Jobs are done after the answer. */
export const maxDuration = 300;

interface Context {
  params: Promise<{ room: string }>;
}

/** The visitor deletes the own call, with everything that was kept of it. */
export const DELETE = handler(async (request: Request, { params }: Context) => {
  requireSameOrigin(request.headers);
  const { room } = await params;
  await forgetCall(room, {
    browserHash: knownBrowserHash(request.headers),
    holdsRoomToken: await holdsRoomToken(request.headers, room),
  });
  after(drainSoon);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH } = otherMethods('DELETE');

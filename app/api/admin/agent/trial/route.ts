import { trialRequest } from '@/lib/contracts/agent-plan';
import { createRoomName } from '@/lib/contracts/room';
import type { TokenResponse } from '@/lib/contracts/token';
import { isScripted } from '@/lib/server/calls/engine';
import { liveKit, webSocketUrl } from '@/lib/server/platform/livekit';
import { openCall } from '@/lib/server/calls/open';
import { openRoom } from '@/lib/server/calls/rooms';
import { visitorToken } from '@/lib/server/http/room-tokens';
import { addressHash } from '@/lib/server/http/address';
import { requireAdmin } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { trialVersion } from '@/lib/server/office/agent-plan';
import { callbackUrl } from '@/lib/server/platform/site-url';

/** A trial call with the draft: no lead, no cooldown. */
export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const { revision, language } = trialRequest.parse(await readJson(request));
  const { url } = liveKit();
  const planVersion = await trialVersion(revision);
  const browser = browserOf(request.headers);
  const room = createRoomName();
  await openCall({
    room,
    phone: null,
    language,
    browserHash: browser.hash,
    addressHash: addressHash(request.headers),
    termsVersion: null,
    trial: true,
  });
  await openRoom({
    room,
    language,
    planVersion,
    scripted: await isScripted(room),
    callbackUrl: callbackUrl(),
  });
  const token = await visitorToken(room);
  const answer: TokenResponse = { token, roomName: room, serverUrl: webSocketUrl(url) };
  return Response.json(answer, {
    headers: { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' },
  });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');

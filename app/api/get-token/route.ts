import { termsVersion } from '@/lib/contracts/consent';
import { tokenRequest, type TokenResponse } from '@/lib/contracts/token';
import { AppError } from '@/lib/contracts/errors';
import { addressHash, limitedAddress } from '@/lib/server/http/address';
import { readJson, readPhone } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { liveKit, webSocketUrl } from '@/lib/server/platform/livekit';
import { limitCalls, openCall } from '@/lib/server/calls/open';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { openRoom, restoreRoom } from '@/lib/server/calls/rooms';
import { visitorToken } from '@/lib/server/http/room-tokens';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { env } from '@/lib/server/platform/env';
import { callbackUrl } from '@/lib/server/platform/site-url';
import { storage } from '@/lib/server/platform/storage';
import { joinTrace } from '@/lib/server/platform/telemetry';

export const POST = handler(async (request: Request) => {
  const asked = tokenRequest.parse(await readJson(request, 4096));
  const phone = asked.phoneNumber === undefined ? null : readPhone(asked.phoneNumber);
  const agreed = asked.termsVersion ?? null;
  if (agreed !== null && agreed !== termsVersion) throw new AppError('terms_outdated');
  requireSameOrigin(request.headers);
  const { url } = liveKit();

  const browser = browserOf(request.headers);
  const { roomName, language } = asked;
  const call = {
    room: roomName,
    phone,
    language,
    browserHash: browser.hash,
    addressHash: addressHash(request.headers),
    termsVersion: agreed,
  };
  await limitCalls(call, limitedAddress(request.headers));
  const [{ claimed, scripted }, planVersion] = await Promise.all([openCall(call), publishedVersion()]);
  // A browser that lost its room to a restart of the media server comes back to the agent that it had.
  const traceparent = joinTrace(roomName, 'web.token');
  if (claimed) await restoreRoom(roomName);
  else
    await openRoom({
      room: roomName,
      language,
      phone: phone ?? undefined,
      planVersion,
      scripted,
      callbackUrl: callbackUrl(),
      traceparent,
    });
  const token = await visitorToken(roomName);
  const directUpload = storage().direct === undefined ? undefined : true;
  const traced = env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : true;
  const answer: TokenResponse = { token, roomName, serverUrl: webSocketUrl(url), traced, directUpload };
  return Response.json(answer, {
    headers: { 'set-cookie': browser.setCookie, 'cache-control': 'no-store' },
  });
});

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');

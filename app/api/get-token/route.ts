import { after } from 'next/server';
import { termsVersion } from '@/lib/contracts/consent';
import { AppError } from '@/lib/contracts/errors';
import { addressHash, rateLimitAddress } from '@/lib/server/http/address';
import { readPhone } from '@/lib/server/http/body';
import { browserOf } from '@/lib/server/http/cookies';
import { liveKit, webSocketUrl } from '@/lib/server/platform/livekit';
import { limitCalls, openCall } from '@/lib/server/calls/open';
import { voiceRevision } from '@/lib/server/plan/owner-voice';
import { publishedVersion } from '@/lib/server/plan/plan-versions';
import { openRoom, restoreRoom } from '@/lib/server/calls/rooms';
import { requireProof } from '@/lib/server/http/proof';
import { visitorToken } from '@/lib/server/http/room-tokens';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { env } from '@/lib/server/platform/env';
import { callbackUrl } from '@/lib/server/platform/site-url';
import { storage } from '@/lib/server/platform/storage';
import { joinTrace } from '@/lib/server/platform/telemetry';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/get-token', {
  POST: async ({ request: { headers }, body }) => {
    const { roomName, language, phoneNumber, termsVersion: agreedVersion = null } = body;
    const phone = phoneNumber === undefined ? null : readPhone(phoneNumber);
    if (agreedVersion !== null && agreedVersion !== termsVersion) throw new AppError('terms_outdated');
    const { url } = liveKit();
    await requireProof(headers);

    const browser = browserOf(headers);
    const call = {
      room: roomName,
      phone,
      language,
      browserHash: browser.hash,
      addressHash: addressHash(headers),
      termsVersion: agreedVersion,
    };
    await limitCalls(call, rateLimitAddress(headers));
    const [{ claimed, scripted }, planVersion, voice] = await Promise.all([
      openCall(call),
      publishedVersion(),
      voiceRevision(),
    ]);
    const traceparent = joinTrace(roomName, 'web.token');
    if (claimed) await restoreRoom(roomName);
    else {
      const dispatch = {
        room: roomName,
        language,
        phone: phone ?? undefined,
        planVersion,
        voice,
        scripted,
        callbackUrl: callbackUrl(),
        traceparent,
      };
      await openRoom(dispatch, after);
    }
    const token = await visitorToken(roomName);
    const directUpload = storage().direct === undefined ? undefined : true;
    const traced = env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : true;
    const answer = { token, roomName, serverUrl: webSocketUrl(url), traced, directUpload } as const;
    return reply(answer, { headers: { 'set-cookie': browser.setCookie } });
  },
});

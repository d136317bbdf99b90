import { z } from '@/lib/contracts/schema';
import { termsVersion } from '@/lib/contracts/consent';
import { type TokenRequest, callServer, tokenResponse } from '@/lib/contracts/token';
import { cooldownMs } from '@/lib/contracts/cooldown';
import { createSpanId, traceparentOf } from '@/lib/contracts/trace';
import { createRoomName } from '@/lib/contracts/room';
import type { Tokens } from '../chart/ports';
import type { StartRequest, Refusal, TokenAnswer } from '../chart/events';

const refusedBody = z.object({ code: z.string() });

/** Default fetch timeout. */
const timeoutMs = 60_000;

/** Requests access to a new room, or to the one that the visitor had. Never throws. */
export async function requestToken(
  { phone, language }: StartRequest,
  roomName: string,
): Promise<TokenAnswer> {
  const body: TokenRequest = {
    roomName,
    participantName: 'User',
    phoneNumber: phone,
    language,
    termsVersion,
  };
  const spanId = createSpanId();
  try {
    const response = await fetch('/api/get-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: traceparentOf(roomName, spanId) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    const token = tokenResponse.safeParse(answer);
    if (response.ok && token.success) {
      const serverUrl = token.data.serverUrl ?? (await requestServerUrl());
      const { traced, ...grant } = token.data;
      return { ok: true, grant: { ...grant, serverUrl, spanId: traced && spanId } };
    }
    const retryAfterS = Number(response.headers.get('retry-after')) || cooldownMs / 1000;
    return {
      ok: false,
      refusal: refusalOf(
        response.status,
        refusedBody.safeParse(answer).data?.code ?? null,
        Date.now() + retryAfterS * 1000,
      ),
    };
  } catch (error) {
    console.error('No token was received:', error);
    return { ok: false, refusal: { kind: 'connection' } };
  }
}

/** Translates a refused token. `untilMs` is when the server accepts another request. */
export function refusalOf(status: number, code: string | null, untilMs: number): Refusal {
  if (code === 'cooldown' || code === 'rate_limited' || code === 'number_cooldown')
    return { kind: code, untilMs };
  if (code === 'terms_outdated' || code === 'lines_busy') return { kind: code };
  return code === 'calls_unavailable' ? { kind: 'unavailable' } : { kind: 'token', status };
}

async function requestServerUrl(): Promise<string> {
  const response = await fetch('/api/calls/server', { signal: AbortSignal.timeout(timeoutMs) });
  return callServer.parse(await response.json()).serverUrl;
}

export const tokens: Tokens = { newRoomName: createRoomName, request: requestToken };

import { type FailureCode, asRequestFailure, callApi } from '@/lib/api-client';
import { termsVersion } from '@/lib/contracts/consent';
import { tokenResponse } from '@/lib/contracts/token';
import { cooldownMs } from '@/lib/contracts/cooldown';
import { createSpanId, traceparentOf } from '@/lib/contracts/trace';
import { createRoomName } from '@/lib/contracts/room';
import type { Tokens } from '../chart/ports';
import type { Grant, StartRequest, Refusal, TokenAnswer } from '../chart/events';

/** Requests access to a new room, or to the one that the visitor had. Never throws. */
export async function requestToken(
  { phone, language }: StartRequest,
  roomName: string,
): Promise<TokenAnswer> {
  const spanId = createSpanId();
  try {
    const answer = await callApi('POST /api/get-token', {
      headers: { traceparent: traceparentOf(roomName, spanId) },
      body: { roomName, participantName: 'User', phoneNumber: phone, language, termsVersion },
    });
    const { traced, ...grant } = tokenResponse.parse(answer);
    const serverUrl = grant.serverUrl ?? (await callApi('GET /api/calls/server')).serverUrl;
    return { ok: true, grant: { ...grant, serverUrl, spanId: traced && spanId } };
  } catch (error) {
    const { status, code, retryAfterS = cooldownMs / 1000 } = asRequestFailure(error);
    if (status !== undefined)
      return { ok: false, refusal: refusalOf(status, code, Date.now() + retryAfterS * 1000) };
    console.error('No token was received:', error);
    return { ok: false, refusal: { kind: 'connection' } };
  }
}

/** Translates a refused token. `untilMs` is when the server accepts another request. */
export function refusalOf(status: number, code: FailureCode, untilMs: number): Refusal {
  if (code === 'cooldown' || code === 'rate_limited' || code === 'number_cooldown')
    return { kind: code, untilMs };
  if (code === 'terms_outdated' || code === 'lines_busy') return { kind: code };
  return code === 'calls_unavailable' ? { kind: 'unavailable' } : { kind: 'token', status };
}

function hangUp({ roomName: room, token }: Grant): void {
  const headers = { authorization: `Bearer ${token}` };
  callApi('POST /api/calls/{room}/hang-up', { params: { room }, headers }).catch((error: unknown) =>
    // The place becomes free anyway, because the agent leaves by itself a few seconds later.
    console.warn('The call was not hung up:', error),
  );
}

export const tokens: Tokens = { newRoomName: createRoomName, request: requestToken, hangUp };

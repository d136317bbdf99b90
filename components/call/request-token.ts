import { z } from '@/lib/contracts/schema';
import { termsVersion } from '@/lib/contracts/consent';
import { type TokenRequest, callServer, tokenResponse } from '@/lib/contracts/token';
import { cooldownMs } from '@/lib/contracts/cooldown';
import { createRoomName } from '@/lib/contracts/room';
import { createSpanId, traceparentOf } from '@/lib/contracts/trace';
import type { CallEvent, CallRequest } from './call-machine';

const refused = z.object({ code: z.string() });

/** Default fetch timeout. */
const timeoutMs = 60_000;

/** The way into a room. */
export interface Grant {
  token: string;
  roomName: string;
  serverUrl: string;
  /** The span under which the token was asked for, where the server keeps traces. */
  spanId?: string;
  /** The recording goes straight into the store. */
  directUpload?: boolean;
}

export type TokenAnswer = { ok: true; token: Grant } | { ok: false; event: CallEvent };

/**
 * Asks for a room of the visitor's own, or for the way back into the one they had; a refusal comes as what it means for
 * the call. Never throws.
 */
export async function requestToken(
  { phone, language }: CallRequest,
  roomName = createRoomName(),
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
      const serverUrl = token.data.serverUrl ?? (await askForServer());
      const { traced, ...grant } = token.data;
      return { ok: true, token: { ...grant, serverUrl, spanId: traced && spanId } };
    }
    const retryAfterS = Number(response.headers.get('retry-after')) || cooldownMs / 1000;
    return {
      ok: false,
      event: refusal(
        response.status,
        refused.safeParse(answer).data?.code ?? null,
        Date.now() + retryAfterS * 1000,
      ),
    };
  } catch (error) {
    console.error('The token could not be had:', error);
    return { ok: false, event: { type: 'failed', failure: { kind: 'connection' } } };
  }
}

/** Translates a refused token. `untilMs` is when the server will listen again. */
export function refusal(status: number, code: string | null, untilMs: number): CallEvent {
  if (code === 'cooldown') return { type: 'cooldown', untilMs };
  if (code === 'rate_limited' || code === 'number_cooldown')
    return { type: 'failed', failure: { kind: code, untilMs } };
  if (code === 'terms_outdated' || code === 'lines_busy') return { type: 'failed', failure: { kind: code } };
  if (code === 'calls_unavailable') return { type: 'failed', failure: { kind: 'unavailable' } };
  return { type: 'failed', failure: { kind: 'token', status } };
}

/** Whether a refused token is worth asking for again: the server was out of reach, or not well. */
export function mayPass(event: CallEvent): boolean {
  if (event.type !== 'failed') return false;
  const { failure } = event;
  return failure.kind === 'connection' || (failure.kind === 'token' && failure.status >= 500);
}

/** Whether the room is over, or somebody else's: another one is there to be had. */
export function isTaken(answer: TokenAnswer): boolean {
  if (answer.ok || answer.event.type !== 'failed') return false;
  const { failure } = answer.event;
  return failure.kind === 'token' && failure.status === 409;
}

async function askForServer(): Promise<string> {
  const response = await fetch('/api/calls/server', { signal: AbortSignal.timeout(timeoutMs) });
  return callServer.parse(await response.json()).serverUrl;
}

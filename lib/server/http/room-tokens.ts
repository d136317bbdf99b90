import { randomBytes } from 'node:crypto';
import { AccessToken, TrackSource } from 'livekit-server-sdk';
import { visitorIdentityPrefix } from '../../contracts/token.ts';
import { dayMs } from '../../time.ts';
import { liveKit, readToken } from '../platform/livekit.ts';
import { bearerToken } from './secrets.ts';

/** The token is used at once. LiveKit renews it for connected participants. */
const ttlS = 2 * 60;
/** How long an expired token still proves whose recording arrives. Browsers keep recordings for two weeks. */
export const tokenProvesForMs = 15 * dayMs;

/**
 * A token that can only join one room, subscribe, publish a microphone and type.
 * @throws AppError calls_unavailable
 */
export async function visitorToken(room: string): Promise<string> {
  const { key, secret } = liveKit();
  const identity = visitorIdentityPrefix + randomBytes(9).toString('base64url');
  const token = new AccessToken(key, secret, { identity, ttl: ttlS });
  token.addGrant({
    roomJoin: true,
    room,
    canPublish: true,
    canPublishSources: [TrackSource.MICROPHONE],
    canSubscribe: true,
    canPublishData: true,
  });
  return token.toJwt();
}

/**
 * A token that can only subscribe to one room. The visitor sees the listener.
 * @param listener the identity of a session, which may have several tabs
 * @throws AppError calls_unavailable
 */
export async function operatorToken(room: string, listener: string): Promise<string> {
  const { key, secret } = liveKit();
  const identity = `${listener}-${randomBytes(9).toString('base64url')}`;
  const token = new AccessToken(key, secret, { identity, ttl: ttlS });
  token.addGrant({ roomJoin: true, room, canPublish: false, canSubscribe: true, canPublishData: false });
  return token.toJwt();
}

/**
 * True if the request carries a visitor's token of this room, expired for at most `tokenProvesForMs`. It proves ownership if the
 * browser lost its cookie in a crash.
 */
export async function holdsRoomToken(headers: Headers, room: string | null): Promise<boolean> {
  if (room === null) return false;
  try {
    const { video, sub } = await readToken(bearerToken(headers), tokenProvesForMs / 1000);
    return video?.room === room && sub?.startsWith(visitorIdentityPrefix) === true;
  } catch {
    return false;
  }
}

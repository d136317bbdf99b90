import { randomBytes } from 'node:crypto';
import { AccessToken, TrackSource } from 'livekit-server-sdk';
import { visitorIdentityPrefix } from '../../contracts/token.ts';
import { dayMs } from '../../time.ts';
import { liveKit, readToken } from '../platform/livekit.ts';

/** The token is used at once; a longer call outlives it, because LiveKit renews it for whoever is connected. */
const ttlS = 2 * 60;
/** How long after its end a token still tells whose recording comes; the browser keeps recordings for two weeks. */
export const tokenProvesForMs = 15 * dayMs;

/**
 * A token that can do nothing but join one room, hear it, publish a microphone and type. It makes no room and calls no agent.
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
 * A token that can do nothing but hear one room. Whoever has it is seen by the visitor.
 * @param listener the identity of a session, of which one has several tabs
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
 * Whether a request carries the token of this room: what a browser still has that was killed before its cookie reached
 * the disk. An expired one opens no room any more, but nobody else ever had it.
 */
export async function holdsRoomToken(headers: Headers, room: string | null): Promise<boolean> {
  const token = headers.get('authorization')?.replace(/^Bearer /i, '');
  if (token === undefined || room === null) return false;
  try {
    const { video, sub } = await readToken(token, tokenProvesForMs / 1000);
    return video?.room === room && sub?.startsWith(visitorIdentityPrefix) === true;
  } catch {
    return false;
  }
}

import {
  AgentDispatchClient,
  type ClaimGrants,
  RoomServiceClient,
  TokenVerifier,
  TwirpError,
} from 'livekit-server-sdk';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';
import { log } from './log.ts';

const requestTimeoutS = 5;

export interface LiveKitSettings {
  url: string;
  key: string;
  secret: string;
}

/**
 * The address of the LiveKit server, and the keys that sign tokens and events.
 * @throws AppError calls_unavailable if there is none
 */
export function liveKit(): LiveKitSettings {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env();
  if (url === undefined || key === undefined || secret === undefined) throw new AppError('calls_unavailable');
  return { url, key, secret };
}

/**
 * Verifies a token of ours, signed by the current keys or by the previous ones during a rotation.
 * @throws Error if it is forged or has expired; AppError calls_unavailable
 */
export async function readToken(token: string, toleranceS?: number): Promise<ClaimGrants> {
  const { key, secret } = liveKit();
  const { LIVEKIT_OLD_API_KEY: oldKey, LIVEKIT_OLD_API_SECRET: oldSecret } = env();
  try {
    return await new TokenVerifier(key, secret).verify(token, toleranceS);
  } catch (error) {
    if (oldKey === undefined || oldSecret === undefined) throw error;
    return new TokenVerifier(oldKey, oldSecret).verify(token, toleranceS);
  }
}

/**
 * The LiveKit server's room API.
 * @throws AppError calls_unavailable if there is no server
 */
export function roomService(): RoomServiceClient {
  return createClient(RoomServiceClient);
}

/**
 * The LiveKit server's API of dispatches.
 * @throws AppError calls_unavailable if there is no server
 */
export function dispatchService(): AgentDispatchClient {
  return createClient(AgentDispatchClient);
}

function createClient<T>(
  Client: new (host: string, key: string, secret: string, options: { requestTimeout: number }) => T,
): T {
  const { url, key, secret } = liveKit();
  return new Client(url.replace(/^ws/, 'http'), key, secret, { requestTimeout: requestTimeoutS });
}

/**
 * Waits for answers of the LiveKit server. A missing room or participant stays LiveKit's own error.
 * @throws AppError calls_unreachable for other failures; a refused connection would pass for one of the database
 */
export async function withLiveKitErrors<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    throw isNotFound(cause) ? cause : callsUnreachable(cause);
  });
}

export function callsUnreachable(cause: unknown): AppError {
  return new AppError('calls_unreachable', { cause, retryAfterS: 5 });
}

/** True if LiveKit answered that there is no such room or participant. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TwirpError && error.code === 'not_found';
}

/** Closes a room, if there is one: everybody in it leaves. Never throws. */
export async function closeRoom(room: string): Promise<void> {
  try {
    await roomService().deleteRoom(room);
  } catch (cause) {
    if (!isNotFound(cause)) log.warn('room_not_closed', { room }, cause);
  }
}

/** The address for browsers: LIVEKIT_URL may be http or ws. */
export function webSocketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

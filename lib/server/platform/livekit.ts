import { RoomServiceClient } from 'livekit-server-sdk';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';

const requestTimeoutS = 5;

export interface LiveKitSettings {
  url: string;
  key: string;
  secret: string;
}

/**
 * How to reach the LiveKit server, and the pair of keys that signs tokens and events.
 * @throws AppError calls_unavailable if there is none
 */
export function liveKit(): LiveKitSettings {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env();
  if (url === undefined || key === undefined || secret === undefined) throw new AppError('calls_unavailable');
  return { url, key, secret };
}

/**
 * The LiveKit server's room API.
 * @throws AppError calls_unavailable if there is no server
 */
export function roomService(): RoomServiceClient {
  const { url, key, secret } = liveKit();
  return new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret, { requestTimeout: requestTimeoutS });
}

/** The address a browser connects to: LIVEKIT_URL may be given as http or as ws. */
export function webSocketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

import { hash } from 'node:crypto';
import { AccessToken } from 'livekit-server-sdk';
import { AppError } from '../../contracts/errors.ts';
import { agentCopyTimeoutMs } from '../../contracts/limits.ts';
import { readBytes } from './body.ts';
import { bearerToken, isSameSecret } from './secrets.ts';
import { liveKit, readToken } from '../platform/livekit.ts';

/** The agent signs a request right before sending it. Its clock may differ a little from the web app's. */
const ttlS = 60;

/** Signs a request of the agent like a LiveKit webhook: a short-lived token of the API key with the body's SHA-256. */
export async function signBody(body: string): Promise<string> {
  const { key, secret } = liveKit();
  const token = new AccessToken(key, secret, { ttl: ttlS });
  token.sha256 = hashOf(body);
  return token.toJwt();
}

/**
 * Reads a body signed by `signBody`.
 * @throws AppError unauthorized if the signature is missing, forged, expired or of another body; too_large; bad_request if the
 * body breaks off or is too slow
 */
export async function readSigned(request: Request, maxBytes: number): Promise<Uint8Array> {
  // Authenticate before reading: a stranger's body may be large.
  const signedHash = await readSignedHash(request.headers);
  const bytes = await readBytes(request, maxBytes, agentCopyTimeoutMs);
  if (!isSameSecret(hashOf(bytes), signedHash)) throw notSigned();
  return bytes;
}

/** @throws AppError unauthorized if the token is missing, forged or expired, or has no hash */
async function readSignedHash(headers: Headers): Promise<string> {
  const { sha256 } = await readToken(bearerToken(headers)).catch((cause: unknown) => {
    throw notSigned(cause);
  });
  if (sha256 === undefined) throw notSigned();
  return sha256;
}

function notSigned(cause?: unknown): AppError {
  return new AppError('unauthorized', { detail: 'The signature is missing or not right.', cause });
}

function hashOf(body: string | Uint8Array): string {
  return hash('sha256', body, 'base64');
}

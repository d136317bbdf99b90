import { createHash, timingSafeEqual } from 'node:crypto';
import { AccessToken } from 'livekit-server-sdk';
import { AppError } from '../../contracts/errors.ts';
import { agentCopyTimeoutMs } from '../../contracts/limits.ts';
import { readBytes } from './body.ts';
import { liveKit, readToken } from '../platform/livekit.ts';

/** The agent signs a request right before sending it. Its clock may differ a little from the web app's. */
const ttlS = 60;

/** Signs a request of the agent like a LiveKit webhook: a short-lived token of the API key with the body's SHA-256. */
export async function signBody(body: string): Promise<string> {
  const { key, secret } = liveKit();
  const token = new AccessToken(key, secret, { ttl: ttlS });
  token.sha256 = sha256(Buffer.from(body));
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
  const actual = Buffer.from(sha256(bytes));
  const expected = Buffer.from(signedHash);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw notSigned();
  return bytes;
}

/** @throws AppError unauthorized if the token is missing, forged or expired, or has no hash */
async function readSignedHash(headers: Headers): Promise<string> {
  const token = headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  const { sha256: hash } = await readToken(token).catch((cause: unknown) => {
    throw notSigned(cause);
  });
  if (hash === undefined) throw notSigned();
  return hash;
}

function notSigned(cause?: unknown): AppError {
  return new AppError('unauthorized', { detail: 'The signature is missing or not right.', cause });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

import { AppError } from '../../contracts/errors.ts';
import { isFromHere } from './address.ts';
import { env } from '../platform/env.ts';
import { requireSameOrigin } from './origin.ts';
import { bearerToken, isSameSecret } from './secrets.ts';
import { hasSession, openSession, spendLink } from './sessions.ts';

/**
 * `open`: a local run that needs no link, or whose link this browser has opened. `needs_link`: the link is not opened yet.
 * `sign_in`: password required. `signed_in`: password given. `locked`: no way in.
 */
export type AdminState = 'open' | 'signed_in' | 'sign_in' | 'needs_link' | 'locked';

/** The admin state that a request's headers prove. */
export async function adminStateOf(headers: Headers): Promise<AdminState> {
  const { ADMIN_PASSWORD, ADMIN_TOKEN, ADMIN_WITHOUT_PASSWORD } = env();
  if (ADMIN_PASSWORD !== undefined)
    return (await hasSession(headers, ADMIN_PASSWORD)) ? 'signed_in' : 'sign_in';
  if (ADMIN_WITHOUT_PASSWORD !== 'local' || !isLocal(headers)) return 'locked';
  return ADMIN_TOKEN === undefined || (await hasSession(headers, ADMIN_TOKEN)) ? 'open' : 'needs_link';
}

const linkDetail =
  'Open the link that npm start has printed; it opens the leads in one browser. The next start prints a new one.';

export async function isAdmin(headers: Headers): Promise<boolean> {
  return ['open', 'signed_in'].includes(await adminStateOf(headers));
}

/**
 * Admits an admin's request. A change must come from our own page.
 * @throws AppError unauthorized, admin_locked or forbidden
 */
export async function requireAdmin(request: Request): Promise<void> {
  const state = await adminStateOf(request.headers);
  if (state === 'locked') throw new AppError('admin_locked');
  if (state === 'needs_link') throw new AppError('admin_locked', { detail: linkDetail });
  if (state === 'sign_in') throw new AppError('unauthorized');
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request.headers);
}

/**
 * @returns the Set-Cookie of a new session
 * @throws AppError wrong_password, or admin_locked if none is set
 */
export async function signIn(headers: Headers, password: string): Promise<string> {
  const { ADMIN_PASSWORD } = env();
  if (ADMIN_PASSWORD === undefined) throw new AppError('admin_locked');
  if (!isSameSecret(password, ADMIN_PASSWORD)) throw new AppError('wrong_password');
  return openSession(headers, ADMIN_PASSWORD);
}

/**
 * Opens a session by the start command's link.
 * @returns its Set-Cookie; null if the link is not valid here
 */
export async function openLink(headers: Headers, token: string): Promise<string | null> {
  const { ADMIN_PASSWORD, ADMIN_TOKEN } = env();
  if (ADMIN_PASSWORD !== undefined || ADMIN_TOKEN === undefined || !isLocal(headers)) return null;
  if (!isSameSecret(token, ADMIN_TOKEN)) return null;
  return (await spendLink(token)) ? openSession(headers, ADMIN_TOKEN) : null;
}

/**
 * Admits the platform's scheduler, which sends CRON_SECRET as a bearer token.
 * @throws AppError unauthorized, also if no secret is set
 */
export function requireCron(headers: Headers): void {
  const { CRON_SECRET } = env();
  if (CRON_SECRET === undefined || !isSameSecret(bearerToken(headers), CRON_SECRET)) {
    throw new AppError('unauthorized', { detail: 'The secret of the scheduler is missing or not right.' });
  }
}

/**
 * Admits the collector of metrics, which sends METRICS_TOKEN as a bearer token.
 * @throws AppError not_found if no token is set, or unauthorized
 */
export function requireMetrics(headers: Headers): void {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) throw new AppError('not_found');
  if (!isSameSecret(bearerToken(headers), METRICS_TOKEN)) throw new AppError('unauthorized');
}

/** Another site can point its own name at 127.0.0.1. The Host header reveals that. */
export function isLocal(headers: Headers): boolean {
  const hosts = [headers.get('host'), headers.get('x-forwarded-host') ?? headers.get('host')];
  return hosts.every(isLoopbackHost) && isFromHere(headers);
}

function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
}

import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { clientAddress, isLoopback } from './address.ts';
import { readCookie, serverCookie } from './cookies.ts';
import { env } from '../platform/env.ts';
import { requireSameOrigin } from './origin.ts';

const cookieName = 'ovoz_admin';
const sessionS = 7 * 24 * 3600;
const session = z.object({ admin: z.literal(true) });

/**
 * `open`: no password is set and this is a local run, asked on this machine. `locked`: no password is set and it is not.
 * `sign_in`: a password is set and this browser has not given it.
 */
export type AdminState = 'open' | 'signed_in' | 'sign_in' | 'locked';

/** Who a request's headers are from, as the admin page and its API see it. */
export async function adminStateOf(headers: Headers): Promise<AdminState> {
  const { ADMIN_PASSWORD, ADMIN_WITHOUT_PASSWORD } = env();
  if (ADMIN_PASSWORD !== undefined)
    return (await hasSession(headers, ADMIN_PASSWORD)) ? 'signed_in' : 'sign_in';
  return ADMIN_WITHOUT_PASSWORD === 'local' && isLocal(headers) ? 'open' : 'locked';
}

/**
 * Lets an admin's request pass; one that changes something must come from our own page.
 * @throws AppError unauthorized, admin_locked or forbidden
 */
export async function requireAdmin(request: Request): Promise<void> {
  const state = await adminStateOf(request.headers);
  if (state === 'locked') throw new AppError('admin_locked');
  if (state === 'sign_in') throw new AppError('unauthorized');
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request.headers);
}

/**
 * The Set-Cookie of a new session, for whoever knows the password.
 * @throws AppError wrong_password, or admin_locked if none is set
 */
export async function signIn(headers: Headers, password: string): Promise<string> {
  const { ADMIN_PASSWORD } = env();
  if (ADMIN_PASSWORD === undefined) throw new AppError('admin_locked');
  if (!timingSafeEqual(digest(password), digest(ADMIN_PASSWORD))) throw new AppError('wrong_password');
  return serverCookie(headers, cookieName, await sealSession(ADMIN_PASSWORD), sessionS);
}

/**
 * What an admin's cookie holds.
 * @param lastsS for how many seconds it is good; none of them are left where it is negative
 */
export function sealSession(password: string, lastsS = sessionS): Promise<string> {
  return sealData({ admin: true }, { password: sealKey(password), ttl: lastsS });
}

/** The Set-Cookie that ends a session in this browser. */
export function signOut(headers: Headers): string {
  return serverCookie(headers, cookieName, '', 0);
}

/**
 * Lets the platform's scheduler pass, which sends CRON_SECRET as a bearer token.
 * @throws AppError unauthorized, also when no secret is set
 */
export function requireCron(headers: Headers): void {
  const { CRON_SECRET } = env();
  const given = headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  if (CRON_SECRET === undefined || !timingSafeEqual(digest(given), digest(CRON_SECRET))) {
    throw new AppError('unauthorized', { detail: 'The secret of the scheduler is missing or not right.' });
  }
}

async function hasSession(headers: Headers, password: string): Promise<boolean> {
  const sealed = readCookie(headers, cookieName);
  if (sealed === undefined || sealed === '') return false;
  const data = await unsealData<unknown>(sealed, { password: sealKey(password), ttl: sessionS });
  return session.safeParse(data).success;
}

/** A page of another site can point a name of its own at 127.0.0.1: the Host header tells it from a real local visit. */
function isLocal(headers: Headers): boolean {
  const hosts = [headers.get('host'), headers.get('x-forwarded-host') ?? headers.get('host')];
  return hosts.every(isLoopbackHost) && isLoopback(clientAddress(headers));
}

function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
}

let key: { password: string; value: string } | undefined;

/** Bound to the password, so that a new one ends every session; made slow, so that a stolen cookie gives it away to nobody. */
function sealKey(password: string): string {
  if (key?.password !== password) {
    const salt = env().SESSION_SECRET ?? 'ovoz admin session';
    key = { password, value: scryptSync(password, salt, 32).toString('base64') };
  }
  return key.value;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

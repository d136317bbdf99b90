import { hash, randomBytes, scryptSync } from 'node:crypto';
import { operatorIdentityPrefix } from '../../contracts/token.ts';
import { dayS, yearS } from '../../time.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { isNotFound, roomService } from '../platform/livekit.ts';
import { log } from '../platform/log.ts';
import { isHttps, readCookies, serverCookie } from './cookies.ts';

const sessionS = 7 * dayS;
/** A link counts as used for longer than one run of the start command. */
const linkUsedS = yearS;
const usedLink = 'used link';

/** The prefix __Host- stops other hosts of the domain from setting the cookie. Browsers accept it only on https. */
const cookieNames = { https: '__Host-ovoz_admin', http: 'ovoz_admin' };

const cookieName = (headers: Headers) => (isHttps(headers) ? cookieNames.https : cookieNames.http);

/** Opens a session for this credential. @returns its Set-Cookie */
export async function openSession(headers: Headers, credential: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionS * 1000);
  await db().adminSession.create({
    data: { id: hash('sha256', secret), credential: fingerprint(credential), expiresAt },
  });
  return serverCookie(headers, cookieName(headers), secret, sessionS);
}

/** True if this credential opened the request's session and it has neither expired nor ended. */
export async function hasSession(headers: Headers, credential: string): Promise<boolean> {
  const ids = sessionIds(headers);
  if (ids.length === 0) return false;
  const where = { id: { in: ids }, credential: fingerprint(credential), expiresAt: { gt: new Date() } };
  return (await db().adminSession.count({ where })) > 0;
}

/**
 * Ends the session of this browser, or all sessions.
 * @returns the Set-Cookie that deletes the cookie
 * @param later runs work that must not delay the answer, because LiveKit may hang
 */
export async function endSession(
  headers: Headers,
  everywhere: boolean,
  later: (work: () => Promise<unknown>) => unknown = (work) => work(),
): Promise<string> {
  const where = everywhere ? { credential: { not: usedLink } } : { id: { in: sessionIds(headers) } };
  const endedSessions = await db().adminSession.findMany({ where, select: { id: true, listensIn: true } });
  const { count } = await db().adminSession.deleteMany({ where });
  // Ends the open live updates of ended sessions in every process.
  if (count > 0) await db().$executeRaw`SELECT pg_notify('sessions', '')`;
  await later(() =>
    Promise.all(endedSessions.map(({ id, listensIn }) => removeListener(listenerOf(id), listensIn))),
  );
  return serverCookie(headers, cookieName(headers), '', 0);
}

/**
 * Records that this browser's session listens in on a call.
 * @returns the prefix of its identities in the room
 */
export async function recordListener(headers: Headers, room: string): Promise<string> {
  const session = await db().adminSession.findFirst({
    where: { id: { in: sessionIds(headers) } },
    select: { id: true },
  });
  if (session === null) return `${operatorIdentityPrefix}local`;
  const where = { id: session.id, NOT: { listensIn: { has: room } } };
  await db().adminSession.updateMany({ where, data: { listensIn: { push: room } } });
  return listenerOf(session.id);
}

/** The room's token outlives the session, so LiveKit must remove the listener. */
async function removeListener(identity: string, rooms: string[]): Promise<void> {
  const liveCalls = await db().call.findMany({
    where: { room: { in: rooms }, endedAt: null },
    select: { room: true },
  });
  for (const { room } of liveCalls) {
    try {
      const participants = await roomService().listParticipants(room);
      for (const participant of participants.filter(({ identity: name }) => name.startsWith(identity)))
        await roomService().removeParticipant(room, participant.identity, {
          revokeTokenTs: BigInt(Math.ceil(Date.now() / 1000)),
        });
    } catch (error) {
      if (!isNotFound(error)) log.warn('listener_not_removed', { room }, error);
    }
  }
}

function listenerOf(sessionId: string): string {
  return `${operatorIdentityPrefix}${hash('sha256', sessionId).slice(0, 16)}`;
}

export async function deleteExpiredSessions(): Promise<void> {
  await db().adminSession.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}

/** Marks a link as used. @returns false if it was used before */
export async function spendLink(token: string): Promise<boolean> {
  const expiresAt = new Date(Date.now() + linkUsedS * 1000);
  const data = { id: hash('sha256', `link ${token}`), credential: usedLink, expiresAt };
  const { count } = await db().adminSession.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** A browser may send several session cookies: an old one, or one that somebody planted. */
function sessionIds(headers: Headers): string[] {
  return Object.values(cookieNames)
    .flatMap((name) => readCookies(headers, name))
    .slice(0, 10)
    .map((secret) => hash('sha256', secret));
}

const fingerprints = new Map<string, string>();

/** Slow on purpose: a reader of the table must not be able to guess the password. */
function fingerprint(credential: string): string {
  const cachedPrint = fingerprints.get(credential);
  if (cachedPrint !== undefined) return cachedPrint;
  const salt = env().SESSION_SECRET ?? 'ovoz admin session';
  const fingerprintText = scryptSync(credential, salt, 32).toString('base64');
  fingerprints.set(credential, fingerprintText);
  return fingerprintText;
}

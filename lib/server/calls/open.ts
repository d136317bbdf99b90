import { cooldownMs } from '../../contracts/cooldown.ts';
import { AppError } from '../../contracts/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { db, type Tx } from '../platform/db.ts';
import { sendJob } from '../platform/queue.ts';
import { isBudgetSpent } from './engine.ts';
import { oneByOne } from '../http/keyed-queue.ts';
import { isWithin, limit } from '../http/limits.ts';
import { type Room, linesBusy, roomFor, tooManyCalls } from './capacity.ts';
import { lookAgainS } from './settle.ts';
import { keepMissedCall } from '../leads/call-leads.ts';

/** A visitor who asks for a room. */
export interface CallRequest {
  room: string;
  /** In the form +998901234567; null where the client sends it with the recording only. */
  phone: string | null;
  language: Language;
  browserHash: string;
  /** Live calls are counted by it. */
  addressHash: string;
  /** The terms that the visitor has agreed to; null where the client does not say. */
  termsVersion: string | null;
  /** Of the office, with the agent of a draft: nobody waits after it. */
  trial?: boolean;
}

/**
 * Gives a room to the browser that asks for it first. The same browser may ask again until the call is over.
 * When every place is taken, or the visitor's address holds as many calls as it may, the number is kept for a call back.
 * @throws AppError room_taken, call_ended, lines_busy, rate_limited, or as refuseInCooldown
 */
export async function openCall(asked: CallRequest, now = new Date()): Promise<void> {
  // Those who wait for the database's lock would hold every connection, and leave none to the one who has it.
  const room = await oneByOne('places', () => db().$transaction((tx) => open(tx, asked, now)));
  if (room === 'free') return;
  if (room === 'crowded') return keepBehindAddress(asked, tooManyCalls(), now);
  await keepMissedCall(asked, now);
  throw linesBusy();
}

/**
 * Counts a call that is asked for, by address. Whoever comes back to a call may always; the number of somebody else behind an address that
 * others have used up is kept for a call back.
 * @throws AppError room_taken, call_ended, lines_busy, rate_limited, or as refuseInCooldown
 */
export async function limitCalls(asked: CallRequest, address: string, now = new Date()): Promise<void> {
  try {
    await limit('calls', address);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const comesBack = await db().$transaction(async (tx) => {
      if (await mayEnter(tx, asked)) return true;
      await refuseInCooldown(tx, asked, now);
      return false;
    });
    if (!comesBack) await keepBehindAddress(asked, error, now);
  }
}

const hourMs = 3_600_000;
/** One who has had so many calls in an hour is not somebody whom others keep out. */
const ownCallsPerHour = 3;

/** Of one address so many numbers are kept in an hour as it may hold calls. @throws AppError lines_busy, or `refusal` where the number is not kept */
async function keepBehindAddress(asked: CallRequest, refusal: AppError, now: Date): Promise<never> {
  const { phone, browserHash } = asked;
  const since = new Date(now.getTime() - hourMs);
  const own = await db().call.count({ where: { browserHash, createdAt: { gt: since } } });
  if (phone === null || own >= ownCallsPerHour || !(await isWithin('missed_calls', asked.addressHash)))
    throw refusal;
  await keepMissedCall(asked, now);
  throw linesBusy();
}

/** Gives whether there was a place. */
async function open(tx: Tx, asked: CallRequest, now: Date): Promise<Room> {
  if (await mayEnter(tx, asked)) return 'free';
  if (asked.trial !== true) await refuseInCooldown(tx, asked, now);
  const room = await roomFor(tx, asked);
  if (room !== 'free') return room;
  const scripted = await isBudgetSpent(tx);
  const data = { ...asked, scripted, agreedAt: asked.termsVersion === null ? null : now };
  const [call] = await tx.call.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
  if (call === undefined) await mayEnter(tx, asked);
  else await sendJob(tx, 'settle-call', { callId: call.id }, { startAfter: lookAgainS });
  return room;
}

/** Whether the room is already this browser's; false if it is nobody's yet. */
async function mayEnter(tx: Tx, { room, browserHash }: CallRequest): Promise<boolean> {
  const call = await tx.call.findUnique({ where: { room }, select: { browserHash: true, endedAt: true } });
  if (call === null) return false;
  if (call.browserHash !== browserHash) throw new AppError('room_taken');
  if (call.endedAt !== null) throw new AppError('call_ended');
  return true;
}

/**
 * After a conversation that the agent closed, the browser waits; the number too, once the visitor has answered more than
 * once: a silent call must not lock out somebody else's number. A call in which nobody was heard costs nothing.
 * @throws AppError cooldown, or number_cooldown where another browser had the call, with the seconds left
 */
export async function refuseInCooldown(
  tx: Tx,
  { browserHash, phone }: Pick<CallRequest, 'browserHash' | 'phone'>,
  now: Date,
): Promise<void> {
  const calls = await tx.call.findMany({
    where: {
      OR: phone === null ? [{ browserHash }] : [{ browserHash }, { phone }],
      endReason: 'agent_closed',
      trial: false,
      endedAt: { gt: new Date(now.getTime() - cooldownMs) },
    },
    orderBy: { endedAt: 'desc' },
    select: {
      endedAt: true,
      browserHash: true,
      _count: { select: { turns: { where: { speaker: 'visitor' } } } },
    },
  });
  const last = calls.find((call) => call._count.turns >= (call.browserHash === browserHash ? 1 : 2));
  if (last?.endedAt == null) return;
  const leftMs = last.endedAt.getTime() + cooldownMs - now.getTime();
  const code = last.browserHash === browserHash ? 'cooldown' : 'number_cooldown';
  throw new AppError(code, { retryAfterS: leftMs / 1000 });
}

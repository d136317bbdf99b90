import { cooldownMs } from '../../contracts/cooldown.ts';
import { AppError } from '../../contracts/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { hourMs } from '../../time.ts';
import { db, type Tx } from '../platform/db.ts';
import { sendJob } from '../platform/queue.ts';
import { isBudgetSpent } from './engine.ts';
import { serialize } from '../http/keyed-queue.ts';
import { limit, tryConsume } from '../http/limits.ts';
import { type Availability, linesBusy, checkAvailability, tooManyCalls } from './capacity.ts';
import { settleIntervalS } from './settle.ts';
import { storeMissedCall } from '../leads/call-leads.ts';

/** A visitor's request for a room, and for a place in a worker. */
export interface PlaceRequest {
  room: string;
  /** In the form +998901234567; null if the client sends it only with the recording. */
  phone: string | null;
  language: Language;
  browserHash: string;
  /** A hash of the widest network of the address. Limits count calls and missed numbers by it. */
  addressHash: string;
  /** The terms that the visitor has agreed to; null if the client sends none. */
  termsVersion: string | null;
  /** A trial call of the office: no cooldown applies to it, and it starts none. */
  trial?: boolean;
}

export interface OpenCall {
  /** True if an agent already has the call, so the browser returns to it. */
  claimed: boolean;
  /** The script holds the call, not the language model. */
  scripted: boolean;
}

/**
 * Assigns a room to the first browser that requests it, which may ask again. If no place is free, stores the
 * number for a call back.
 * @throws AppError room_taken, call_ended, lines_busy, rate_limited, or as refuseInCooldown
 */
export async function openCall(request: PlaceRequest, now = new Date()): Promise<OpenCall> {
  const existingCall = await callOf(db(), request);
  if (existingCall !== undefined) return existingCall;
  if (request.trial !== true) await refuseInCooldown(db(), request, now);
  const call = {
    ...request,
    scripted: await isBudgetSpent(),
    agreedAt: request.termsVersion === null ? null : now,
  };
  // Queued here, because transactions that wait for the lock would occupy every connection of the pool.
  const placement = await serialize('places', () => db().$transaction((tx) => takePlace(tx, call)));
  if (typeof placement === 'object') return placement;
  // A second request of the same browser for the same room may have taken the last place.
  const ownCall = await callOf(db(), request);
  if (ownCall !== undefined) return ownCall;
  if (placement === 'crowded') return storeMissedNumber(request, tooManyCalls(), now);
  await storeMissedCall(request, now);
  throw linesBusy();
}

/**
 * Counts a requested call by address. A browser may return to its own call. If the address has used up its calls, the number
 * may be stored for a call back.
 * @throws AppError room_taken, call_ended, lines_busy, rate_limited, or as refuseInCooldown
 */
export async function limitCalls(request: PlaceRequest, address: string, now = new Date()): Promise<void> {
  try {
    await limit('calls', address);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if ((await callOf(db(), request)) !== undefined) return;
    await refuseInCooldown(db(), request, now);
    await storeMissedNumber(request, error, now);
  }
}

/** A browser with this many calls in the last hour has probably used up the limit itself: its number is not stored. */
const ownCallsPerHour = 3;

/**
 * Stores at most `LIMIT_CALLS_PER_HOUR` missed numbers per address and hour. @throws AppError lines_busy, or `refusal` if
 * the number may not be stored
 */
async function storeMissedNumber(request: PlaceRequest, refusal: AppError, now: Date): Promise<never> {
  const { phone, browserHash } = request;
  const since = new Date(now.getTime() - hourMs);
  const ownCallCount = await db().call.count({ where: { browserHash, createdAt: { gt: since } } });
  if (
    phone === null ||
    ownCallCount >= ownCallsPerHour ||
    !(await tryConsume('missed_calls', request.addressHash))
  )
    throw refusal;
  await storeMissedCall(request, now);
  throw linesBusy();
}

/** Keep it short, because the next caller waits for this transaction. */
async function takePlace(
  tx: Tx,
  call: PlaceRequest & { scripted: boolean; agreedAt: Date | null },
): Promise<OpenCall | Exclude<Availability, 'free'>> {
  const availability = await checkAvailability(tx, call);
  if (availability !== 'free') return availability;
  const calls = await tx.call.createManyAndReturn({ data: call, skipDuplicates: true, select: { id: true } });
  for (const { id } of calls)
    await sendJob(tx, 'settle-call', { callId: id }, { startAfter: settleIntervalS });
  const existingCall = calls.length === 0 ? await callOf(tx, call) : undefined;
  return existingCall ?? { claimed: false, scripted: call.scripted };
}

/** This browser's call in the room; undefined if the room has no call yet. @throws AppError room_taken, call_ended */
async function callOf(tx: Tx, { room, browserHash }: PlaceRequest): Promise<OpenCall | undefined> {
  const select = { browserHash: true, endedAt: true, agentJobId: true, scripted: true } as const;
  const call = await tx.call.findUnique({ where: { room }, select });
  if (call === null) return undefined;
  if (call.browserHash !== browserHash) throw new AppError('room_taken');
  if (call.endedAt !== null) throw new AppError('call_ended');
  return { claimed: call.agentJobId !== null, scripted: call.scripted };
}

/**
 * A finished conversation starts a cooldown for the browser. For the number it needs two turns of the visitor, so that a single
 * word cannot lock out a stranger's number.
 * @throws AppError cooldown with the seconds left, or number_cooldown if another browser had the call
 */
export async function refuseInCooldown(
  tx: Tx,
  { browserHash, phone }: Pick<PlaceRequest, 'browserHash' | 'phone'>,
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
  const lastCall = calls.find((call) => call._count.turns >= (call.browserHash === browserHash ? 1 : 2));
  if (lastCall?.endedAt == null) return;
  const remainingMs = lastCall.endedAt.getTime() + cooldownMs - now.getTime();
  if (lastCall.browserHash === browserHash)
    throw new AppError('cooldown', { retryAfterS: remainingMs / 1000 });
  // The exact time would show a stranger when this number called.
  throw new AppError('number_cooldown', { retryAfterS: cooldownMs / 1000 });
}

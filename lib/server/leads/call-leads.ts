import { dayMs } from '../../time.ts';
import type { Call, Lead } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { lockMissedPhone } from './room-lock.ts';
import { createLead } from './lead-writes.ts';
import { writeNotesToLead } from './notes.ts';
import { announceLead } from './announce-lead.ts';

/**
 * Returns the lead of a call, creating it without a recording. Null for a call that makes no lead. The caller holds the room's
 * lock.
 */
export async function leadOfCall(tx: Tx, room: string): Promise<Pick<Lead, 'id' | 'audioKey'> | null> {
  const call = await tx.call.findUnique({ where: { room }, include: { lead: true } });
  if (call === null || call.trial) return null;
  if (call.lead !== null) return call.lead;
  const phone = await phoneOfCall(tx, call);
  if (phone === null) return null;
  const { id: callId, language, browserHash, createdAt } = call;
  const lead = await createLead(tx, { room, phone, callId, language, browserHash, createdAt });
  await writeNotesToLead(tx, callId);
  return lead;
}

/** The number under which a call becomes a lead. Null if it did not begin, left no number or was a trial. */
export async function phoneOfCall(
  tx: Tx,
  { id: callId, trial, startedAt, phone }: Call,
): Promise<string | null> {
  const hasBegun = startedAt !== null || (await tx.turn.count({ where: { callId } })) > 0;
  if (trial || !hasBegun) return null;
  const corrected = await tx.note.findFirst({
    where: { callId, kind: 'phone_corrected' },
    orderBy: { index: 'desc' },
    select: { value: true },
  });
  return corrected?.value ?? phone;
}

interface MissedCall {
  /** The call that no agent joined: its recording may still be attached to this lead. */
  id?: string;
  room: string;
  phone: string | null;
  language: string;
  browserHash: string;
  termsVersion: string | null;
}

/** Stores the number of a visitor who reached no agent, unless it is in a call or has a recent lead to call. */
export async function storeMissedCall(missedCall: MissedCall, at = new Date(), outerTx?: Tx): Promise<void> {
  if (outerTx === undefined) return db().$transaction((tx) => storeMissedCall(missedCall, at, tx));
  const { id: callId, room, phone, language, browserHash, termsVersion } = missedCall;
  if (phone === null) return;
  await lockMissedPhone(outerTx, phone);
  const since = new Date(at.getTime() - dayMs);
  const inLastDay = { phone, createdAt: { gt: since } };
  if ((await outerTx.lead.count({ where: { ...inLastDay, mark: 'to_call' } })) > 0) return;
  if ((await outerTx.call.count({ where: { ...inLastDay, startedAt: { not: null }, endedAt: null } })) > 0)
    return;
  const consent = { termsVersion, agreedAt: termsVersion === null ? null : at };
  const lead = await createLead(outerTx, {
    phone,
    language,
    browserHash,
    createdAt: at,
    missed: true,
    ...(callId === undefined ? consent : { callId, room }),
    status: 'completed',
  });
  await announceLead(outerTx, lead.id);
}

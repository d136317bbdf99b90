import { dayMs } from '../../time.ts';
import type { Lead } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { lockRoom } from '../platform/room-lock.ts';
import { createLead } from './lead-writes.ts';
import { writeNotesToLead } from './notes.ts';
import { announceLead } from './announce-lead.ts';

/**
 * The lead of a call, made without its recording if there is none yet. Null for a call that did not begin, left no number to call back, or was a trial of the office.
 * The room is locked by whoever calls this.
 */
export async function leadOfCall(tx: Tx, room: string): Promise<Pick<Lead, 'id' | 'audioKey'> | null> {
  const call = await tx.call.findUnique({
    where: { room },
    include: {
      lead: true,
      notes: { where: { kind: 'phone_corrected' }, orderBy: { index: 'desc' }, take: 1 },
    },
  });
  if (call === null || call.trial) return null;
  if (call.lead !== null) return call.lead;
  const phone = call.notes[0]?.value ?? call.phone;
  const began = call.startedAt !== null || (await tx.turn.count({ where: { callId: call.id } })) > 0;
  if (phone === null || !began) return null;
  const { id: callId, language, browserHash, createdAt } = call;
  const lead = await createLead(tx, { room, phone, callId, language, browserHash, createdAt });
  await writeNotesToLead(tx, callId);
  return lead;
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

/**
 * Stores the number of a visitor who reached no agent as a missed lead. A number that is in a call, or whose lead of the day waits for
 * its call already, is left out.
 */
export async function keepMissedCall(missed: MissedCall, at = new Date(), outer?: Tx): Promise<void> {
  if (outer === undefined) return db().$transaction((tx) => keepMissedCall(missed, at, tx));
  const { id: callId, room, phone, language, browserHash, termsVersion } = missed;
  if (phone === null) return;
  await lockRoom(outer, `missed ${phone}`);
  const since = new Date(at.getTime() - dayMs);
  const ofToday = { phone, createdAt: { gt: since } };
  if ((await outer.lead.count({ where: { ...ofToday, mark: 'to_call' } })) > 0) return;
  if ((await outer.call.count({ where: { ...ofToday, startedAt: { not: null }, endedAt: null } })) > 0)
    return;
  const agreed = { termsVersion, agreedAt: termsVersion === null ? null : at };
  const lead = await createLead(outer, {
    phone,
    language,
    browserHash,
    createdAt: at,
    missed: true,
    ...(callId === undefined ? agreed : { callId, room }),
    status: 'completed',
  });
  await announceLead(outer, lead.id);
}

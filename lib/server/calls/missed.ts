import { dayMs } from '../../time.ts';
import type { Language } from '../../i18n/language.ts';
import { announceLead } from '../leads/process-lead.ts';
import { searchedText } from '../leads/lead-query.ts';
import { db } from '../platform/db.ts';
import { lockRoom } from './room-lock.ts';

interface MissedCall {
  phone: string | null;
  language: Language;
  browserHash: string;
  termsVersion: string | null;
}

/** Keeps the number of a visitor who found all lines taken, to be called back: one lead a day for each number that still waits. */
export async function keepMissedCall(
  { phone, language, browserHash, termsVersion }: MissedCall,
  now = new Date(),
): Promise<void> {
  if (phone === null) return;
  await db().$transaction(async (tx) => {
    await lockRoom(tx, `missed ${phone}`);
    const since = new Date(now.getTime() - dayMs);
    const where = { phone, missed: true, mark: 'to_call', createdAt: { gt: since } } as const;
    if ((await tx.lead.count({ where })) > 0) return;
    const lead = await tx.lead.create({
      data: {
        phone,
        language,
        browserHash,
        missed: true,
        termsVersion,
        agreedAt: termsVersion === null ? null : now,
        status: 'completed',
        searched: searchedText({ phone }),
      },
    });
    await announceLead(tx, lead.id);
  });
}

import { AppError } from '../../contracts/errors.ts';
import { deleteLeads } from '../leads/delete-leads.ts';
import { db } from '../platform/db.ts';

/** Who asks: a browser by its cookie, or whoever holds the token of the room. */
interface Owner {
  browserHash: string | undefined;
  holdsRoomToken: boolean;
}

/**
 * Deletes a visitor's own call with its turns, its lead and the recording.
 * @throws AppError not_found; forbidden if the call is another browser's
 */
export async function forgetCall(room: string, owner: Owner): Promise<void> {
  const call = await db().call.findUnique({
    where: { room },
    select: { id: true, browserHash: true, lead: { select: { id: true } } },
  });
  if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
  if (!owner.holdsRoomToken && call.browserHash !== owner.browserHash) throw new AppError('forbidden');
  if (call.lead !== null) await deleteLeads([call.lead.id]);
  await db().call.deleteMany({ where: { id: call.id } });
}

import { AppError } from '../../contracts/errors.ts';
import { db } from '../platform/db.ts';

/** How a visitor shows that a call is theirs: by the browser's cookie, or by the token of the room. */
export interface CallOwnership {
  browserHash: string | undefined;
  holdsRoomToken: boolean;
}

/**
 * The id of a visitor's own call.
 * @throws AppError not_found; forbidden if the call is another browser's
 */
export async function ownCall(room: string, { browserHash, holdsRoomToken }: CallOwnership): Promise<string> {
  const select = { id: true, browserHash: true } as const;
  const call = await db().call.findUnique({ where: { room }, select });
  if (call === null) throw new AppError('not_found', { detail: 'There is no such call.' });
  if (!holdsRoomToken && call.browserHash !== browserHash) throw new AppError('forbidden');
  return call.id;
}

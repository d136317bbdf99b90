import type { Tx } from './db.ts';

/**
 * Lets one transaction at a time decide about a room: its call, its lead, its recording. The lock is the database's, so
 * it holds across servers, and ends with the transaction.
 */
export async function lockRoom(tx: Tx, room: string): Promise<void> {
  await lockRooms(tx, [room]);
}

/** The same for many rooms, always in one order, so that two transactions cannot wait for each other. */
export async function lockRooms(tx: Tx, rooms: string[]): Promise<void> {
  const inOrder = rooms.toSorted();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(room, 0)) FROM unnest(${inOrder}::text[]) AS room`;
}

import type { Tx } from '../platform/db.ts';

/** Lets one transaction at a time decide about a room, by a lock of the database that ends with the transaction. */
export async function lockRoom(tx: Tx, room: string): Promise<void> {
  await lockRooms(tx, [room]);
}

/** Locks many rooms, always in the same order to avoid deadlocks. */
export async function lockRooms(tx: Tx, rooms: string[]): Promise<void> {
  const inOrder = rooms.toSorted();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(room, 0)) FROM unnest(${inOrder}::text[]) AS room`;
}

/** Lets one transaction at a time store a missed call from a number. */
export async function lockMissedPhone(tx: Tx, phone: string): Promise<void> {
  await lockRooms(tx, [`missed ${phone}`]);
}

import type { Tx } from './db.ts';

/**
 * Lets one transaction at a time decide about a room: its call, its lead, its recording. The lock is the database's, so
 * it holds across servers, and ends with the transaction.
 */
export async function lockRoom(tx: Tx, room: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${room}, 0))`;
}

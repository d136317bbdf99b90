import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from './generated/prisma/client.ts';
import { pool } from './pool.ts';

/** How long a transaction waits for a connection, and how long it may take: beyond it the caller is told to try again. */
const maxWait = 5_000;
const timeout = 10_000;

/** Kept across hot reloads, which load this file anew but leave the process's connections open. */
const kept: typeof globalThis & { ovozDb?: PrismaClient } = globalThis;

/** What runs inside a transaction is handed this in place of the client. */
export type Tx = Prisma.TransactionClient;

/**
 * The product's database client, made on first use.
 * @throws AppError database_unavailable if no database is configured
 */
export function db(): PrismaClient {
  return (kept.ovozDb ??= new PrismaClient({
    adapter: new PrismaPg(pool()),
    transactionOptions: { maxWait, timeout },
  }));
}

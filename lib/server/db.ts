import { PrismaPg } from '@prisma/adapter-pg';
import { AppError } from '../errors.ts';
import { env } from './env.ts';
import { PrismaClient } from './generated/prisma/client.ts';

const connectTimeoutMs = 3_000;
const statementTimeoutMs = 15_000;

/** Kept across hot reloads, which load this file anew but leave the process's connections open. */
const kept: typeof globalThis & { ovozDb?: PrismaClient } = globalThis;

/**
 * The product's database client, made on first use.
 * @throws AppError database_unavailable if no database is configured
 */
export function db(): PrismaClient {
  return (kept.ovozDb ??= connect());
}

function connect(): PrismaClient {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const adapter = new PrismaPg({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    max: 10,
  });
  return new PrismaClient({ adapter });
}

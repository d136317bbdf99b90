import pg from 'pg';
import { AppError } from '../errors.ts';
import { env } from './env.ts';
import { log } from './log.ts';

const connectTimeoutMs = 3_000;
const statementTimeoutMs = 8_000;
/** Longer than the server's own limit: it counts only when the server does not answer at all. */
const queryTimeoutMs = 10_000;

/** Kept across hot reloads, which load this file anew but leave the process's connections open. */
const kept: typeof globalThis & { ovozPool?: pg.Pool } = globalThis;

/**
 * The connections of this process, shared by Prisma, the limits and the queue.
 * @throws AppError database_unavailable if no database is configured
 */
export function pool(): pg.Pool {
  return (kept.ovozPool ??= connect());
}

function connect(): pg.Pool {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const made = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    max: 10,
    allowExitOnIdle: true,
  });
  // Without a listener a connection that breaks while idle would end the process.
  made.on('error', (error) => log.warn('database_connection_lost', {}, error));
  return made;
}

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AppError } from '../../contracts/errors.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { storable } from './storable.ts';
import { singleton } from './singleton.ts';

/** The wait for a new or pooled connection: fifty simultaneous recordings take some seconds on two busy cores. */
const connectTimeoutMs = 8_000;
/**
 * Applies if the server does not answer at all; its own limit of 8 s is set for the role, because poolers refuse connection
 * settings.
 */
const queryTimeoutMs = 10_000;

const connections = singleton('pool', connect);
const client = singleton('db', connectPrisma);

/**
 * The connections of this process, shared by Prisma, the limits and the queue.
 * @throws AppError database_unavailable if no database is configured
 */
export function pool(): pg.Pool {
  return connections.get();
}

function connect(): pg.Pool {
  const newPool = new pg.Pool({
    ...connectionConfig(),
    max: env().DATABASE_CONNECTIONS,
    allowExitOnIdle: true,
  });
  // Without a listener, an idle connection that breaks would end the process.
  newPool.on('error', (error) => log.warn('database_connection_lost', {}, error));
  return newPool;
}

/** @throws AppError database_unavailable if no database is configured */
export function connectionConfig(): pg.ClientConfig {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  return {
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  };
}

/** How long a transaction waits for a connection, and how long it may run. Beyond that the caller gets an error to retry. */
const maxWait = 5_000;
const timeout = 10_000;

/** Ends the connections of this process, before its database stops. */
export async function closeDb(): Promise<void> {
  await client.take()?.$disconnect();
  const oldPool = connections.take();
  if (oldPool === undefined) return;
  // Idle connections do not keep the process alive (allowExitOnIdle), so it could exit before they are closed.
  const keepAliveTimer = setInterval(() => undefined, queryTimeoutMs);
  await Promise.all([untilIdleClosed(oldPool), oldPool.end()]).finally(() => clearInterval(keepAliveTimer));
}

/** Waits until the idle connections are closed: the pool's end() only asks them to close. */
function untilIdleClosed(oldPool: pg.Pool): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let idleCount = oldPool.idleCount;
  if (idleCount === 0) resolve();
  oldPool.on('remove', () => --idleCount === 0 && resolve());
  return promise;
}

type Db = ReturnType<typeof connectPrisma>;
/** The client, or one of its transactions. */
export type Tx = Omit<Db, '$connect' | '$disconnect' | '$extends' | '$on' | '$transaction'>;

/**
 * The product's database client, made on first use.
 * @throws AppError database_unavailable if no database is configured
 */
export function db(): Db {
  return client.get();
}

function connectPrisma() {
  const client = new PrismaClient({
    adapter: new PrismaPg(pool()),
    transactionOptions: { maxWait, timeout },
  });
  // Removes or replaces characters that Postgres refuses: visitors and models write them.
  return client.$extends({
    query: { $allModels: { $allOperations: ({ args, query }) => query(storable(args)) } },
  });
}

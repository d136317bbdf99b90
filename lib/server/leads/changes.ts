import pg from 'pg';
import { AppError } from '../../errors.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';

type Listener = (leadId: string) => void;

interface Hub {
  listeners: Set<Listener>;
  client?: pg.Client;
}

const reconnectMs = 2_000;

/** One connection that listens for the whole process, kept across hot reloads. */
const kept: typeof globalThis & { ovozLeadHub?: Hub } = globalThis;

/**
 * Calls `listener` with the id of each lead that is written or deleted, by whatever process, until the returned function is called.
 * @throws AppError database_unavailable
 */
export async function onLeadChange(listener: Listener): Promise<() => void> {
  const hub = (kept.ovozLeadHub ??= { listeners: new Set() });
  hub.listeners.add(listener);
  if (hub.client === undefined) await listen(hub);
  return () => {
    hub.listeners.delete(listener);
    if (hub.listeners.size === 0) void close(hub);
  };
}

async function listen(hub: Hub): Promise<void> {
  const connectionString = env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, keepAlive: true });
  hub.client = client;
  client.on('notification', ({ payload }) => hub.listeners.forEach((tell) => tell(payload ?? '')));
  client.on('error', (error) => log.warn('lead_changes_lost', {}, error));
  try {
    await client.connect();
    await client.query('LISTEN leads');
    client.on('end', () => renew(hub, client));
  } catch (cause) {
    renew(hub, client);
    throw new AppError('database_unavailable', { cause });
  }
}

/** A connection that broke is made again for as long as somebody listens. */
function renew(hub: Hub, lost: pg.Client): void {
  if (hub.client === lost) hub.client = undefined;
  setTimeout(() => {
    if (hub.listeners.size === 0 || hub.client !== undefined) return;
    listen(hub).catch(() => undefined);
  }, reconnectMs).unref();
}

async function close(hub: Hub): Promise<void> {
  const { client } = hub;
  hub.client = undefined;
  await client?.end().catch(() => undefined);
}

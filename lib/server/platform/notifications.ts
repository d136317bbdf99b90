import pg from 'pg';
import { AppError } from '../../contracts/errors.ts';
import { env } from './env.ts';
import { log } from './log.ts';

/** Payloads of NOTIFY: the id of a changed lead, the room of a call that begins, goes on or ends; nothing for the agent's plan, or as sessions end. */
const allChannels = ['leads', 'calls', 'plans', 'sessions'] as const;
type Channel = (typeof allChannels)[number];

interface Listener {
  channels: readonly Channel[];
  tell: (payload: string, channel: string) => void;
}

interface Hub {
  listeners: Set<Listener>;
  client?: pg.Client;
  /** The connection that is being made takes the place of one that was lost. */
  isRenewed?: boolean;
}

const reconnectMs = 2_000;
/** A gateway that forgets an idle connection (many do, after some minutes) tells nobody: without traffic nothing is notified any more. */
const keepAliveMs = 30_000;

/** One connection that listens for the whole process, kept across hot reloads. */
const kept: typeof globalThis & { ovozNotifications?: Hub } = globalThis;

/**
 * Calls `tell` with what is notified on these channels, by whatever process, until the returned function is called.
 * @throws AppError database_unavailable
 */
export async function onNotification(
  channels: readonly Channel[],
  tell: Listener['tell'],
): Promise<() => void> {
  const listener = { channels, tell };
  const hub = (kept.ovozNotifications ??= { listeners: new Set() });
  const stop = () => {
    hub.listeners.delete(listener);
    if (hub.listeners.size === 0) void close(hub);
  };
  hub.listeners.add(listener);
  try {
    if (hub.client === undefined) await listen(hub);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** A throwing listener does not affect the others. */
function tellAll({ listeners }: Hub, channel: string, payload: string): void {
  for (const listener of listeners) {
    if (!listener.channels.some((name) => name === channel)) continue;
    try {
      listener.tell(payload, channel);
    } catch (error) {
      listeners.delete(listener);
      log.warn('notification_listener_failed', {}, error);
    }
  }
}

async function listen(hub: Hub): Promise<void> {
  const connectionString = env().DIRECT_URL ?? env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  });
  hub.client = client;
  client.on('notification', ({ channel, payload }) => tellAll(hub, channel, payload ?? ''));
  client.on('error', (error) => log.warn('notifications_lost', {}, error));
  try {
    await client.connect();
    await client.query(allChannels.map((channel) => `LISTEN ${channel}`).join(';'));
    // Whatever was notified meanwhile went unheard.
    if (hub.isRenewed) for (const channel of allChannels) tellAll(hub, channel, '');
    hub.isRenewed = false;
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
    hub.isRenewed = true;
    listen(hub).catch(() => undefined);
  }, reconnectMs).unref();
}

async function close(hub: Hub): Promise<void> {
  const { client } = hub;
  hub.client = undefined;
  await client?.end().catch(() => undefined);
}

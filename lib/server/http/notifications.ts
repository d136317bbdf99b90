import pg from 'pg';
import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { singleton } from '../platform/singleton.ts';

/** Channels of NOTIFY. The payload is a lead's id or a call's room; it is empty for the agent's plan and ended sessions. */
const allChannels = ['leads', 'calls', 'plans', 'sessions'] as const;
type Channel = (typeof allChannels)[number];

interface ChannelListener {
  channels: readonly Channel[];
  notify: (payload: string, channel: string) => void;
}

interface Hub {
  listeners: Set<ChannelListener>;
  /** Resolves once the connection listens. */
  connection?: Promise<pg.Client>;
  /** The connection was lost, so listeners may have missed changes. */
  hasGap?: boolean;
}

const reconnectMs = 2_000;
/** Many gateways drop an idle connection without a word after some minutes. */
const keepAliveMs = 30_000;

/** One connection listens for the whole process. */
const hubOfProcess = singleton('notifications', (): Hub => ({ listeners: new Set() }));

/**
 * Calls `notify` for each notification, until the returned function is called or `notify` throws.
 * After a reconnection, calls it with an empty payload for each of its channels.
 * @throws AppError database_unavailable
 */
export async function onNotification(
  channels: readonly Channel[],
  notify: ChannelListener['notify'],
): Promise<() => void> {
  const listener = { channels, notify };
  const hub = hubOfProcess.get();
  const stop = () => {
    hub.listeners.delete(listener);
    if (hub.listeners.size === 0) void close(hub);
  };
  hub.listeners.add(listener);
  try {
    // Wait until LISTEN is in effect: earlier changes would be missed.
    await (hub.connection ?? connect(hub));
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** A listener that throws is removed and does not affect the others. */
function notifyAll({ listeners }: Hub, channel: string, payload: string): void {
  for (const listener of listeners) {
    if (!listener.channels.some((name) => name === channel)) continue;
    try {
      listener.notify(payload, channel);
    } catch (error) {
      listeners.delete(listener);
      log.warn('notification_listener_failed', {}, error);
    }
  }
}

function connect(hub: Hub): Promise<pg.Client> {
  const connection = listen(hub);
  hub.connection = connection;
  const onLost = () => {
    // `close` has taken this connection away on purpose.
    if (hub.connection !== connection) return;
    hub.connection = undefined;
    hub.hasGap = hub.listeners.size > 0;
    setTimeout(() => reconnect(hub), reconnectMs).unref();
  };
  connection.then((client) => client.on('end', onLost), onLost);
  return connection;
}

async function listen(hub: Hub): Promise<pg.Client> {
  const connectionString = env().DIRECT_URL ?? env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  });
  client.on('notification', ({ channel, payload }) => notifyAll(hub, channel, payload ?? ''));
  client.on('error', (error) => log.warn('notification_connection_lost', {}, error));
  try {
    await client.connect();
    await client.query(allChannels.map((channel) => `LISTEN ${channel}`).join(';'));
  } catch (cause) {
    throw new AppError('database_unavailable', { cause });
  }
  if (hub.hasGap) for (const channel of allChannels) notifyAll(hub, channel, '');
  hub.hasGap = false;
  return client;
}

/** Tries once if there are listeners. A failed try schedules the next. */
function reconnect(hub: Hub): void {
  if (hub.listeners.size === 0 || hub.connection !== undefined) return;
  connect(hub).catch(() => undefined);
}

async function close(hub: Hub): Promise<void> {
  const { connection } = hub;
  hub.connection = undefined;
  await connection?.then((client) => client.end()).catch(() => undefined);
}

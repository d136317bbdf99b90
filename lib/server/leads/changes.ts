import pg from 'pg';
import { AppError } from '../../contracts/errors.ts';
import type { LeadChange, NewAttempt } from '../../contracts/leads.ts';
import { db, type Tx } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { shutdownSignal } from '../platform/shutdown.ts';
import { searchedText } from './lead-query.ts';

/**
 * Stores an admin's change of a lead.
 * @throws AppError lead_not_found
 */
export async function changeLead(id: string, change: LeadChange): Promise<void> {
  await db().$transaction(async (tx) => {
    if ((await keepChange(tx, [id], change)) === 0) throw new AppError('lead_not_found');
  });
}

/** The same for several leads; returns how many there were. */
export async function changeLeads(ids: string[], change: LeadChange): Promise<number> {
  return db().$transaction((tx) => keepChange(tx, ids, change));
}

async function keepChange(tx: Tx, ids: string[], change: LeadChange): Promise<number> {
  const where = { id: { in: ids } };
  // A closed lead has nothing left to do, unless something is planned with the same change.
  const settled: LeadChange = change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  const { count } = await tx.lead.updateMany({ where, data: { ...settled, ...change } });
  if (change.note === undefined) return count;
  const select = {
    id: true,
    phone: true,
    originalPhone: true,
    note: true,
    transcription: true,
    summary: true,
  };
  for (const { id, ...lead } of await tx.lead.findMany({ where, select }))
    await tx.lead.update({ where: { id }, data: { searched: searchedText(lead) } });
  return count;
}

/**
 * Adds a call back to the history of a lead; one that reached somebody marks it as called and settles what was planned.
 * @throws AppError lead_not_found
 */
export async function addAttempt(leadId: string, attempt: NewAttempt): Promise<void> {
  const reached: LeadChange =
    attempt.outcome === 'reached' ? { mark: 'called', nextAt: null, nextStep: '' } : {};
  await db().$transaction(async (tx) => {
    const data = { ...reached, updatedAt: new Date() };
    const { count } = await tx.lead.updateMany({ where: { id: leadId }, data });
    if (count === 0) throw new AppError('lead_not_found');
    await tx.attempt.create({ data: { ...attempt, leadId } });
  });
}

/** Payloads of NOTIFY: the id of a changed lead, the room of a call that begins, goes on or ends; nothing for the agent's plan, or as sessions end. */
const channels = ['leads', 'calls', 'plans', 'sessions'] as const;
type Channel = (typeof channels)[number];

interface Listener {
  channels: readonly Channel[];
  tell: (payload: string, channel: string) => void;
}

interface Hub {
  listeners: Set<Listener>;
  client?: pg.Client;
}

const reconnectMs = 2_000;

/** One connection that listens for the whole process, kept across hot reloads. */
const kept: typeof globalThis & { ovozLeadHub?: Hub } = globalThis;

/**
 * Calls `tell` with the id of each lead that is written or deleted, by whatever process, until the returned function is called.
 * @throws AppError database_unavailable
 */
export function onLeadChange(tell: Listener['tell']): Promise<() => void> {
  return onChange({ channels: ['leads'], tell });
}

async function onChange(listener: Listener): Promise<() => void> {
  const hub = (kept.ovozLeadHub ??= { listeners: new Set() });
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
      log.warn('lead_listener_failed', {}, error);
    }
  }
}

async function listen(hub: Hub): Promise<void> {
  const connectionString = env().DIRECT_URL ?? env().DATABASE_URL;
  if (connectionString === undefined) throw new AppError('database_unavailable');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, keepAlive: true });
  hub.client = client;
  client.on('notification', ({ channel, payload }) => tellAll(hub, channel, payload ?? ''));
  client.on('error', (error) => log.warn('lead_changes_lost', {}, error));
  try {
    await client.connect();
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join(';'));
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

const beatMs = 20_000;

const nameOf = { leads: 'leadId', calls: 'room', plans: 'plan' } as const;

/**
 * Server-sent events: each change of a lead, a call or the plan, and a comment now and then that keeps proxies from closing the stream.
 * @param isAllowed asked now and then and as sessions end; the stream ends with it
 */
export function changeEvents(
  channel: keyof typeof nameOf,
  signal: AbortSignal,
  isAllowed: () => Promise<boolean> = async () => true,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  const refused = new AbortController();
  const gone = AbortSignal.any([signal, cancelled.signal, refused.signal]);
  // While the database is out of reach nothing is told anyway.
  const askAgain = () =>
    void isAllowed().then(
      (is) => is || refused.abort(),
      () => undefined,
    );
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!gone.aborted) controller.enqueue(encoder.encode(text));
      };
      const tell = (payload: string, from: string) => {
        if (from === 'sessions') askAgain();
        else send(`data: ${JSON.stringify({ [nameOf[channel]]: payload })}\n\n`);
      };
      const stopListening = await onChange({ channels: [channel, 'sessions'], tell });
      const beat = setInterval(() => {
        send(': still here\n\n');
        askAgain();
      }, beatMs);
      const end = () => {
        clearInterval(beat);
        stopListening();
        if (!cancelled.signal.aborted) controller.close();
      };
      // The listener may have been removed during the query.
      if (gone.aborted) return end();
      gone.addEventListener('abort', end, { once: true });
      send('retry: 5000\n\n');
    },
    cancel: () => cancelled.abort(),
  });
}

/** The same as an answer, until whoever asked is gone or refused, or this process stops. */
export function eventResponse(
  channel: keyof typeof nameOf,
  gone: AbortSignal,
  isAllowed: () => Promise<boolean>,
): Response {
  return new Response(changeEvents(channel, AbortSignal.any([gone, shutdownSignal()]), isAllowed), {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

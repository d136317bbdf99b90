import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { db } from '../platform/db.ts';
import { endSession, openSession } from './sessions.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { onNotification } from './notifications.ts';
import { singleton } from '../platform/singleton.ts';
import { liveUpdates } from './live-updates.ts';

setUpEnvironment();

const createLead = () => db().lead.create({ data: { phone: '+998901234567' } });

test('the listening connection uses TCP keep-alive', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const stop = await onNotification(['leads'], () => undefined);
  stop();
  expect(setKeepAlive.mock.calls).toContainEqual([true, 30_000]);
});

test('a second listener resolves only once its LISTEN is in effect', async () => {
  const { Client } = (await import('pg')).default;
  const reachable = Promise.withResolvers<void>();
  const { connect } = Client.prototype;
  vi.spyOn(Client.prototype, 'connect').mockImplementationOnce(async function (this: unknown) {
    await reachable.promise;
    await Reflect.apply(connect, this, []);
  });
  const opened = vi.fn();
  const both = [1, 2].map(() => onNotification(['leads'], () => undefined).then((stop) => (opened(), stop)));
  await db().$queryRaw`SELECT 1`;
  expect(opened).not.toHaveBeenCalled();
  reachable.resolve();
  for (const stop of await Promise.all(both)) stop();
});

test('a listener that throws does not affect the ones after it', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const received: string[] = [];
  const stops = [
    await onNotification(['leads'], () => {
      throw new Error('closed');
    }),
    await onNotification(['leads'], (id) => received.push(id)),
  ];
  const { id } = await createLead();
  await expect.poll(() => received).toContain(id);
  for (const stop of stops) stop();
});

test('a stream whose reader has left gets no more events', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const reader = liveUpdates('leads', new AbortController().signal).getReader();
  await reader.read();
  await reader.cancel();
  const received: string[] = [];
  const stop = await onNotification(['leads'], (id) => received.push(id));
  const { id } = await createLead();
  await expect.poll(() => received).toContain(id);
  expect(log).not.toHaveBeenCalled();
  stop();
});

test('a stream ends when its session is ended or expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let isAllowed = true;
  const open = async () => {
    const stream = liveUpdates('leads', new AbortController().signal, async () => isAllowed);
    const reader = stream.getReader();
    await reader.read();
    return reader;
  };
  const signedOut = await open();
  isAllowed = false;
  await openSession(new Headers(), 'a password');
  await endSession(new Headers(), true);
  expect((await signedOut.read()).done).toBe(true);

  isAllowed = true;
  const expired = await open();
  isAllowed = false;
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  expect((await expired.read()).done).toBe(false);
  expect((await expired.read()).done).toBe(true);
});

test('signing out without a session does not check the open streams', async () => {
  const received: string[] = [];
  const stop = await onNotification(['leads', 'sessions'], (_, channel) => received.push(channel));
  await endSession(new Headers({ cookie: 'ovoz_admin=unknown' }), false);
  await createLead();
  await expect.poll(() => received).toContain('leads');
  expect(received).not.toContain('sessions');
  stop();
});

test('the office gets an event for a change of the plan’s draft', async () => {
  const reader = liveUpdates('plans', new AbortController().signal).getReader();
  await reader.read();
  await db().planDraft.upsert({
    where: { id: 1 },
    create: { id: 1 },
    update: { revision: { increment: 1 } },
  });
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toContain('plan');
  await reader.cancel();
});

const hub = singleton('notifications', () => ({ listeners: new Set() }));

test('a stream that is cancelled while it opens leaves no listener behind', async () => {
  const stream = liveUpdates('leads', new AbortController().signal);
  expect(hub.get().listeners.size).toBe(1);
  await stream.cancel();
  await expect.poll(() => hub.get().listeners.size).toBe(0);
});

test('a listener is called after a reconnection, because it may have missed changes', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const onChange = vi.fn();
  const stop = await onNotification(['leads'], onChange);
  const [own] = await db().$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;
  await db().$queryRaw`SELECT pg_terminate_backend(${own?.pid}::int)`;
  await expect.poll(() => onChange).toHaveBeenCalledWith('', 'leads');
  log.mockRestore();
  stop();
});

test('an unreachable database leaves no listener behind', async () => {
  const { Client } = (await import('pg')).default;
  vi.spyOn(Client.prototype, 'connect').mockRejectedValueOnce(new Error('refused'));
  await expect(onNotification(['leads'], () => undefined)).rejects.toMatchObject({
    code: 'database_unavailable',
  });
  expect(hub.get().listeners.size).toBe(0);
});

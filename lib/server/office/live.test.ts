import { TokenVerifier } from 'livekit-server-sdk';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { recordEvents } from '../calls/events.ts';
import { openCall } from '../calls/open.ts';
import { liveUpdates } from '../http/live-updates.ts';
import { endSession, openSession } from '../http/sessions.ts';
import { db } from '../platform/db.ts';
import { readToken } from '../platform/livekit.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { startRoomServer } from '../testing/livekit-server.ts';
import { endCall, listenIn, liveCalls } from './live.ts';

const liveKit = await startRoomServer();
setUpEnvironment({ ...testKeys, LIVEKIT_URL: liveKit.url });
afterAll(() => liveKit.close());

test('an operator gets a token to hear one room if the visitor has agreed to terms that announce it', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const { token } = await listenIn(visitor.room, new Headers());
  const claims = await new TokenVerifier(testKeys.LIVEKIT_API_KEY, testKeys.LIVEKIT_API_SECRET).verify(token);
  expect(claims.sub).toMatch(/^operator-/);
  expect(claims.video).toMatchObject({
    room: visitor.room,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
  });

  for (const termsVersion of ['2026-11-21', null]) {
    await db().call.update({ where: { room: visitor.room }, data: { termsVersion } });
    await expect(listenIn(visitor.room, new Headers())).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(listenIn('chat-1800000000000-nobody', new Headers())).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('if a visitor’s connections fill the room, all but two are removed for a listening operator', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  liveKit.participants.set(
    visitor.room,
    new Set(['agent-1', 'visitor-1', 'visitor-2', 'visitor-3', 'visitor-4']),
  );
  await listenIn(visitor.room, new Headers());
  const remaining = [...(liveKit.participants.get(visitor.room) ?? [])];
  expect(remaining.filter((identity) => identity.startsWith('visitor-'))).toHaveLength(2);
  expect(remaining).toContain('agent-1');
});

test('an operator who signs out while listening in leaves the room; others stay', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const sessions = [];
  for (const at of [0, 1]) {
    const setCookie = await openSession(new Headers(), `password ${at}`);
    sessions.push(new Headers({ cookie: setCookie.split(';')[0] ?? '' }));
  }
  const identities = [];
  for (const headers of sessions) {
    const { token } = await listenIn(visitor.room, headers);
    identities.push((await readToken(token)).sub ?? '');
  }
  liveKit.participants.set(visitor.room, new Set([...identities, 'visitor-1', 'agent-1']));
  await endSession(sessions[0] ?? new Headers(), false);
  expect([...(liveKit.participants.get(visitor.room) ?? [])]).toEqual([
    identities[1],
    'visitor-1',
    'agent-1',
  ]);
  await endSession(new Headers(), true);
  expect([...(liveKit.participants.get(visitor.room) ?? [])]).toEqual(['visitor-1', 'agent-1']);
});

test('the office gets an event for each turn and for the end of a call', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const onEvent = vi.fn();
  const controller = new AbortController();
  const reader = liveUpdates('calls', controller.signal).getReader();
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      onEvent(Buffer.from(next.value).toString());
  })();
  await expect.poll(() => onEvent).toHaveBeenCalled();
  const atMs = Date.now();
  await recordEvents(visitor.room, [turn(0, atMs, { speaker: 'agent', text: 'Salom' })]);
  await expect
    .poll(() => onEvent)
    .toHaveBeenCalledWith(`data: ${JSON.stringify({ room: visitor.room })}\n\n`);
  onEvent.mockClear();
  await recordEvents(visitor.room, [{ type: 'ended', atMs, reason: 'visitor_left' }]);
  await expect.poll(() => onEvent).toHaveBeenCalled();
  controller.abort();
});

test('a call that the office ends does not count as left by its visitor, unless ending it failed', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const readEndReason = () =>
    db().call.findUnique({ where: { room: visitor.room }, select: { endReason: true } });
  liveKit.isFailing = true;
  await expect(endCall(visitor.room)).rejects.toThrow();
  expect(await readEndReason()).toEqual({ endReason: null });

  liveKit.isFailing = false;
  await endCall(visitor.room);
  await recordEvents(visitor.room, [{ type: 'ended', atMs: Date.now(), reason: 'visitor_left' }]);
  expect(await readEndReason()).toEqual({ endReason: 'operator_ended' });
});

test('a media server that refuses the connection is named, and is not taken for the database', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await recordEvents(visitor.room, [{ type: 'started', atMs: Date.now() }]);
  const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:7880') });
  vi.stubGlobal('fetch', async () => Promise.reject(refused));
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const request of [liveCalls, () => endCall(visitor.room), () => listenIn(visitor.room, new Headers())])
    await expect(request()).rejects.toMatchObject({ code: 'calls_unreachable' });
});

test('a trial of the office is no live call', async () => {
  await db().call.deleteMany();
  const visitor = newVisitor();
  await openCall({ ...visitor, trial: true });
  await recordEvents(visitor.room, [{ type: 'started', atMs: Date.now() }]);
  // A request to the media server would fail.
  liveKit.isFailing = true;
  expect(await liveCalls()).toEqual({ calls: [] });
});

import { describe, expect, test } from 'vitest';
import type { TokenAnswer } from './events';
import { World, request } from './testing/world';

describe('the end', () => {
  test('the visitor ends the call: it waits eight seconds at most for a slow upload', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'microphone.voice', voice: 'speech' });
    world.upload = new Promise(() => {});
    await world.send({ type: 'end' });
    expect(world.view.screen).toBe('ending');
    expect(world.log.slice(-5)).toEqual([
      'tab lock released',
      'recording stopped',
      'microphone stopped',
      'voices stopped',
      'recording sent',
    ]);
    await world.clock.advance(7900);
    expect(world.view.screen).toBe('ending');
    await world.clock.advance(100);
    expect(world.view).toMatchObject({ screen: 'ended', outcome: undefined, cooldownEndsMs: null });
    expect(world.log.slice(-2)).toEqual(['room left', 'audio closed']);
  });

  test.each(['stop', 'deliver'] as const)(
    'a recording that fails to %s leaves neither the microphone nor the room open',
    async (step) => {
      const world = new World();
      await world.enterCall();
      world.failingStep = step;
      await world.send({ type: 'end' });
      expect(world.view.screen).toBe('ended');
      expect(world.log.slice(-2)).toEqual(['room left', 'audio closed']);
    },
  );

  test('the agent closes the room while the visitor ends the call: the cooldown is shown', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.visitorHeard', isHeard: true });
    world.upload = new Promise(() => {});
    await world.send({ type: 'end' });
    await world.emit({ type: 'room.closed', by: 'agent' });
    await world.clock.advance(8000);
    expect(world.view).toMatchObject({ screen: 'ended', cooldownEndsMs: expect.any(Number) });
  });

  test('nobody was heard: no cooldown, and the visitor can type at once', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'microphone.voice', voice: 'speech' });
    await world.emit({ type: 'room.visitorHeard', isHeard: false });
    await world.emit({ type: 'room.closed', by: 'agent' });
    expect(world.view).toMatchObject({ screen: 'ended', outcome: 'unheard', cooldownEndsMs: null });
    await world.send({ type: 'typeInstead' });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', isTyping: true });
  });

  test('the next call may begin while the last one is sent, and is not affected by it', async () => {
    const world = new World();
    await world.enterCall();
    world.upload = new Promise(() => {});
    await world.emit({ type: 'room.closed', by: 'agent' });
    await world.send({ type: 'retry' });
    expect(world.view.screen).toBe('waiting_for_agent');
    await world.clock.advance(8000);
    expect(world.log).toContain('room left');
    expect(world.view.screen).toBe('waiting_for_agent');
  });

  test('a visitor who ends the call before the agent’s first word frees its place, once the room is left', async () => {
    const world = new World();
    await world.send({ type: 'start', request });
    await world.emit({ type: 'room.agentJoined' });
    await world.send({ type: 'end' });
    expect(world.log.slice(-3)).toEqual(['room left', 'room-1 hung up', 'audio closed']);

    await world.send({ type: 'start', request });
    expect(world.requestedRooms).toEqual(['room-1', 'room-2']);
    await world.emit({ type: 'room.agentJoined' });
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await world.send({ type: 'end' });
    expect(world.log).not.toContain('room-2 hung up');
  });

  test('a call that is ended before its room is entered frees its place, too', async () => {
    const world = new World();
    world.browser.isMicrophoneGranted = true;
    world.browser.prompt = new Promise(() => {});
    await world.send({ type: 'start', request });
    await world.send({ type: 'end' });
    expect(world.log).toContain('room-1 hung up');
    await world.send({ type: 'start', request });
    expect(world.requestedRooms).toEqual(['room-1', 'room-2']);
  });

  test('a call that is ended while its token is on the way frees its place once the token comes', async () => {
    const world = new World();
    const { promise, resolve } = Promise.withResolvers<TokenAnswer>();
    world.answers = [promise];
    await world.send({ type: 'start', request });
    await world.send({ type: 'end' });
    await world.send({ type: 'start', request });
    resolve({ ok: true, grant: { roomName: 'room-1', token: 't', serverUrl: 'ws://here' } });
    await world.clock.advance(0);
    expect(world.requestedRooms).toEqual(['room-1', 'room-2']);
    expect(world.log).toContain('room-1 hung up');
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', room: 'room-2' });
  });

  test('a token that arrives after the next try has entered its room does not hang up the call', async () => {
    const world = new World();
    const { promise, resolve } = Promise.withResolvers<TokenAnswer>();
    world.answers = [promise];
    world.browser.isMicrophoneGranted = true;
    world.browser.prompt = 'deny';
    await world.send({ type: 'start', request });
    world.browser.prompt = 'allow';
    await world.send({ type: 'retry' });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', room: 'room-1' });
    resolve({ ok: true, grant: { roomName: 'room-1', token: 't', serverUrl: 'ws://here' } });
    await world.clock.advance(0);
    expect(world.log).not.toContain('room-1 hung up');
  });

  test('a browser that cannot record: the call continues, and closes without a receipt', async () => {
    const world = new World();
    world.browser.canRecord = false;
    await world.enterCall();
    expect(world.view).toMatchObject({ screen: 'in_call', isRecording: false });
    await world.send({ type: 'end' });
    expect(world.view.screen).toBe('closed');
  });
});

describe('a call that the office ends', () => {
  test('says so, and offers neither a retry nor typing to a visitor who has not spoken', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.visitorHeard', isHeard: false });
    await world.emit({ type: 'room.closed', by: 'operator' });
    const silent = { screen: 'ended', closedBy: 'operator', canRetry: false, canTypeInstead: false };
    expect(world.view).toMatchObject({ ...silent, cooldownEndsMs: null, showsReceipt: true });
    expect(world.summaries).toMatchObject([{ outcome: 'unheard', isEndedByOffice: true }]);
  });

  test('says so again when the last call is shown', async () => {
    const world = new World();
    const lastCall = { room: 'room-1', outcome: 'unheard', isEndedByOffice: true } as const;
    await world.send({ type: 'showLastCall', ...lastCall });
    const silent = { screen: 'ended', closedBy: 'operator', canRetry: false, canTypeInstead: false };
    expect(world.view).toMatchObject({ ...silent, showsReceipt: true });
  });

  test('begins the cooldown of a visitor who has spoken', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.visitorHeard', isHeard: true });
    await world.emit({ type: 'room.closed', by: 'operator' });
    expect(world.view).toMatchObject({ closedBy: 'operator', cooldownEndsMs: world.clock.now() + 1_800_000 });
  });
});

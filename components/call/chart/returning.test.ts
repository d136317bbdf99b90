import { describe, expect, test } from 'vitest';
import { SharedLock, VirtualClock } from './testing/clock';
import { World, request, interruptedCall } from './testing/world';

describe('reload and other tabs', () => {
  test('a reloaded tab resumes the call by itself, with its mute state and elapsed time', async () => {
    const world = new World();
    const previous = interruptedCall(world, { muted: true });
    await world.send({ type: 'resume', request, previous, isOffered: false });
    expect(world.requestedRooms).toEqual([]);
    expect(world.log).toEqual(['microphone opened', 'muted', 'room entered', 'microphone published']);
    expect(world.view).toMatchObject({
      screen: 'waiting_for_agent',
      room: 'room-before',
      isMuted: true,
      startedAtMs: previous.startedAtMs,
    });
    await world.clock.advance(500);
    await world.clock.advance(15_000);
    expect(world.abandoned).toEqual([]);
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'agent_missing' } });
    expect(world.outcome).toBeUndefined();
  });

  test('End while a resumed call mutes the microphone: the room is not entered any more', async () => {
    const world = new World({ isSlow: true });
    const previous = interruptedCall(world, { muted: true });
    await world.send({ type: 'resume', request, previous, isOffered: false });
    await world.clock.advance(8);
    expect(world.view.screen).toBe('connecting');
    await world.send({ type: 'end' });
    await world.clock.advance(20_000);
    expect(world.log).not.toContain('room entered');
  });

  test('a new tab offers to resume for the rest of fifteen seconds', async () => {
    const world = new World();
    await world.send({ type: 'resume', request, previous: interruptedCall(world), isOffered: true });
    expect(world.view.screen).toBe('resume_offered');
    await world.clock.advance(12_900);
    expect(world.view.screen).toBe('resume_offered');
    await world.clock.advance(100);
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'lost' } });
    expect(world.abandoned).toEqual(['room-before']);
  });

  test('an accepted offer requests its room again; if the call has ended meanwhile, it is lost', async () => {
    const taken = new World();
    await taken.send({ type: 'resume', request, previous: interruptedCall(taken), isOffered: true });
    await taken.send({ type: 'retry' });
    expect(taken.requestedRooms).toEqual(['room-before']);
    expect(taken.view.screen).toBe('waiting_for_agent');
    const over = new World();
    await over.send({ type: 'resume', request, previous: interruptedCall(over), isOffered: true });
    over.answers = [{ ok: false, refusal: { kind: 'token', status: 409 } }];
    await over.send({ type: 'retry' });
    expect(over.view).toMatchObject({ screen: 'failed', failure: { kind: 'lost' } });
    expect(over.abandoned).toEqual(['room-before']);
  });

  test('microphone refused after a reload: the next try resumes the same call', async () => {
    const world = new World();
    world.browser.prompt = 'deny';
    await world.send({ type: 'resume', request, previous: interruptedCall(world), isOffered: false });
    expect(world.view.screen).toBe('microphone_failed');
    expect(world.abandoned).toEqual([]);
    await world.send({ type: 'typeInstead' });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', room: 'room-before', isTyping: true });
  });

  test('Close instead of resuming: the recording of the interrupted call is sent', async () => {
    const world = new World();
    await world.send({ type: 'resume', request, previous: interruptedCall(world), isOffered: true });
    await world.send({ type: 'dismiss' });
    expect(world.abandoned).toEqual(['room-before']);
  });

  test('one call in all tabs: a second tab is warned; if it calls anyway, the first call ends as if End was pressed', async () => {
    const [lock, clock] = [new SharedLock(), new VirtualClock()];
    const first = new World({ lock, clock });
    const second = new World({ lock, clock });
    await first.enterCall();
    await first.emit({ type: 'microphone.voice', voice: 'some' });
    await second.send({ type: 'start', request });
    expect(second.view.screen).toBe('other_tab');
    expect(first.view.screen).toBe('in_call');
    await second.send({ type: 'retry' });
    expect(second.view.screen).toBe('waiting_for_agent');
    expect(first.view).toMatchObject({ screen: 'ended', outcome: undefined, cooldownEndsMs: null });
    expect(first.log.slice(-3)).toEqual(['recording sent', 'room left', 'audio closed']);
  });

  test('a call that another tab ends before the first word frees its place', async () => {
    const [lock, clock] = [new SharedLock(), new VirtualClock()];
    const first = new World({ lock, clock });
    const second = new World({ lock, clock });
    await first.send({ type: 'start', request });
    await second.send({ type: 'start', request });
    await second.send({ type: 'retry' });
    expect(first.log).toContain('room-1 hung up');
  });

  test('while this tab waits for its next call, nothing begins; the last call can be shown', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.visitorHeard', isHeard: true });
    await world.emit({ type: 'room.closed', by: 'agent' });
    await world.send({ type: 'dismiss' });
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'cooldown', cooldownEndsMs: expect.any(Number) });
    await world.send({ type: 'showLastCall', room: 'room-1' });
    expect(world.view).toMatchObject({ screen: 'ended', cooldownEndsMs: expect.any(Number) });
  });

  test('an interrupted call that is found during another call is over, and sent', async () => {
    const world = new World();
    await world.enterCall();
    await world.send({ type: 'resume', request, previous: interruptedCall(world), isOffered: false });
    expect(world.abandoned).toEqual(['room-before']);
    expect(world.view).toMatchObject({ screen: 'in_call', room: 'room-1' });
  });

  test('End at the prompt of a resumed call gives it up', async () => {
    const world = new World();
    world.browser.prompt = new Promise(() => {});
    await world.send({ type: 'resume', request, previous: interruptedCall(world), isOffered: false });
    await world.send({ type: 'end' });
    await world.clock.advance(1000);
    expect(world.view.screen).toBe('closed');
    expect(world.abandoned).toEqual(['room-before']);
  });

  test('after a reload, an unheard visitor who wants to type gets the form, because the number is unknown', async () => {
    const world = new World();
    await world.send({ type: 'showLastCall', room: 'room-1', outcome: 'unheard' });
    expect(world.view).toMatchObject({ canRetry: true, canTypeInstead: true });
    await world.send({ type: 'typeInstead' });
    expect(world.view.screen).toBe('closed');
    expect(world.log).toEqual(['form shown']);
  });

  test('a visitor who typed and was not read can retry, but not switch to typing', async () => {
    const world = new World();
    await world.send({ type: 'showLastCall', room: 'room-1', outcome: 'unheard', isTyping: true });
    expect(world.view).toMatchObject({ isTyping: true, canRetry: true, canTypeInstead: false });
  });

  test('buttons are offered only in states that handle them', async () => {
    const world = new World();
    expect([world.view.canRetry, world.view.canTypeInstead]).toEqual([false, false]);
    world.browser.prompt = 'deny';
    await world.send({ type: 'start', request });
    expect([world.view.canRetry, world.view.canTypeInstead]).toEqual([true, true]);
    world.browser.prompt = new Promise(() => {});
    await world.send({ type: 'retry' });
    expect(world.view.canTypeInstead).toBe(false);
    await world.clock.advance(3000);
    expect([world.view.canRetry, world.view.canTypeInstead]).toEqual([false, true]);
  });
});

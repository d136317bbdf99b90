import { describe, expect, test } from 'vitest';
import { World, request } from './testing/world';

describe('during the call', () => {
  test('an agent that does not come is reported after fifteen seconds', async () => {
    const world = new World();
    await world.send({ type: 'start', request });
    await world.clock.advance(14_900);
    expect(world.view.screen).toBe('waiting_for_agent');
    await world.clock.advance(100);
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'agent_missing' } });
    expect(world.outcome).toBe('unanswered');
  });

  test('an agent that leaves has a moment to close the room', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.agentLeft' });
    await world.clock.advance(2400);
    expect(world.view.screen).toBe('in_call');
    await world.clock.advance(100);
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'agent_left' } });
  });

  test('while livekit-client restores the connection, the agent does not count as gone', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'room.connectionLost' });
    await world.emit({ type: 'room.agentLeft' });
    await world.clock.advance(60_000);
    expect(world.view.screen).toBe('reconnecting');
    await world.emit({ type: 'room.connectionBack' });
    expect(world.view.screen).toBe('waiting_for_agent');
    await world.clock.advance(14_900);
    await world.emit({ type: 'room.agentJoined' });
    expect(world.view.screen).toBe('in_call');
    expect(world.log.filter((line) => line === 'microphone published')).toHaveLength(1);
  });

  test.each(['room.connectionLost', 'room.disconnected'] as const)(
    'a microphone whose publication breaks off with the connection (%s) is published again',
    async (type) => {
      const world = new World();
      const publication = Promise.withResolvers<void>();
      world.publication = publication.promise;
      await world.send({ type: 'start', request });
      world.entries = ['fail'];
      await world.emit({ type });
      publication.reject(new Error('Cancelled'));
      await world.clock.advance(100);
      expect(world.view.screen).toBe('reconnecting');
      world.publication = Promise.resolve();
      await world.emit({ type: 'room.connectionBack' });
      await world.clock.advance(1000);
      expect(world.view.screen).toBe('waiting_for_agent');
      expect(world.log).toContain('microphone published');
    },
  );

  test('a room that the media server has lost is requested again, with growing waits', async () => {
    const world = new World();
    await world.enterCall();
    world.entries = ['fail', 'fail'];
    await world.emit({ type: 'room.disconnected' });
    expect(world.view.screen).toBe('reconnecting');
    await world.clock.advance(2900);
    expect(world.view.screen).toBe('reconnecting');
    await world.clock.advance(100);
    expect(world.view.screen).toBe('waiting_for_agent');
    await world.emit({ type: 'room.agentJoined' });
    await world.clock.advance(60_000);
    expect(world.view.screen).toBe('in_call');
    expect(world.requestedRooms).toEqual(['room-1', 'room-1', 'room-1', 'room-1']);
  });

  test('a call is lost if its room is gone for good, or if five tries to enter it again fail', async () => {
    const gone = new World();
    await gone.enterCall();
    gone.answers = [{ ok: false, refusal: { kind: 'token', status: 409 } }];
    await gone.emit({ type: 'room.disconnected' });
    expect(gone.view).toMatchObject({ screen: 'failed', failure: { kind: 'lost' } });
    const unreachable = new World();
    await unreachable.enterCall();
    unreachable.entries = ['fail', 'fail', 'fail', 'fail', 'fail'];
    await unreachable.emit({ type: 'room.disconnected' });
    await unreachable.clock.advance(14_999);
    expect(unreachable.view.screen).toBe('reconnecting');
    await unreachable.clock.advance(1);
    expect(unreachable.view).toMatchObject({ screen: 'failed', failure: { kind: 'lost' } });
  });

  test('a call is lost if no try to enter its room again is answered for thirty seconds', async () => {
    const world = new World();
    await world.enterCall();
    world.answers = [new Promise(() => {})];
    await world.emit({ type: 'room.disconnected' });
    await world.clock.advance(29_999);
    expect(world.view.screen).toBe('reconnecting');
    await world.clock.advance(1);
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'lost' } });
  });

  test('an interruption that ends while the connection is lost is signalled when it is back', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'microphone.interrupted', isInterrupted: true });
    await world.emit({ type: 'room.connectionLost' });
    await world.emit({ type: 'microphone.interrupted', isInterrupted: false });
    expect(world.typingSignals).toEqual([true]);
    await world.emit({ type: 'room.connectionBack' });
    expect(world.typingSignals).toEqual([true, false]);
  });

  test('an interrupted microphone: the agent waits and the visitor is warned at once, and both learn of its return', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'microphone.interrupted', isInterrupted: true });
    expect(world.typingSignals).toEqual([true]);
    await world.emit({ type: 'microphone.lost', isDenied: false });
    expect(world.view.microphoneLost).toBe('gone');
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await world.emit({ type: 'room.agentActivity', activity: 'listening' });
    expect(world.typingSignals).toEqual([true, true]);
    await world.send({ type: 'reopenMicrophone' });
    expect(world.view.microphoneLost).toBe(null);
    expect(world.typingSignals).toEqual([true, true, false]);
  });

  test('a muted visitor is not expected to speak, and reopening a lost microphone unmutes it', async () => {
    const world = new World();
    await world.enterCall();
    expect(world.expectsSpeech()).toBe(true);
    await world.send({ type: 'setMuted', isMuted: true });
    expect(world.view.isMuted).toBe(true);
    expect(world.expectsSpeech()).toBe(false);
    await world.emit({ type: 'microphone.lost', isDenied: true });
    expect(world.view.microphoneLost).toBe('denied');
    await world.send({ type: 'reopenMicrophone' });
    expect(world.log.slice(-2)).toEqual(['unmuted', 'saved as unmuted']);
    expect(world.view.isMuted).toBe(false);
  });

  test('a visitor whose microphone is interrupted or lost is not expected to speak until it is back', async () => {
    const world = new World();
    await world.enterCall();
    await world.emit({ type: 'microphone.interrupted', isInterrupted: true });
    expect(world.expectsSpeech()).toBe(false);
    await world.emit({ type: 'microphone.interrupted', isInterrupted: false });
    expect(world.expectsSpeech()).toBe(true);
    await world.emit({ type: 'microphone.lost', isDenied: false });
    expect(world.expectsSpeech()).toBe(false);
    await world.send({ type: 'reopenMicrophone' });
    expect(world.expectsSpeech()).toBe(true);
  });

  test('the agent learns that the visitor types: when the field opens, every three seconds of keys, with each question', async () => {
    const world = new World();
    await world.enterCall();
    for (let key = 0; key < 7; key++) {
      await world.send({ type: 'answerField', isOpen: true, text: 'Ak' });
      await world.clock.advance(1000);
    }
    expect(world.typingSignals).toEqual([true, true, true]);
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await world.emit({ type: 'room.agentActivity', activity: 'listening' });
    expect(world.typingSignals).toHaveLength(4);
    await world.emit({ type: 'room.textSent', text: 'Akmal' });
    await world.clock.advance(10_000);
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await world.emit({ type: 'room.agentActivity', activity: 'listening' });
    expect(world.typingSignals).toHaveLength(4);
    await world.send({ type: 'answerField', isOpen: false, text: '' });
    expect(world.typingSignals.at(-1)).toBe(false);
  });
});

describe('the facts of a call', () => {
  test('the trace has steps for token, connection and first word, each from the end of the previous one', async () => {
    const world = new World();
    const grant = { roomName: 'room-1', token: 't', serverUrl: 'ws://here', spanId: 'abc' };
    world.answers = [{ ok: true, grant }];
    const beganAtMs = world.clock.now();
    await world.send({ type: 'start', request });
    await world.emit({ type: 'room.agentJoined' });
    await world.clock.advance(700);
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await world.send({ type: 'end' });
    await world.clock.advance(2000);
    expect(world.summaries[0]?.steps).toEqual([
      { name: 'token', fromMs: beganAtMs, toMs: beganAtMs, spanId: 'abc' },
      { name: 'connect', fromMs: beganAtMs, toMs: beganAtMs },
      { name: 'first_word', fromMs: beganAtMs, toMs: beganAtMs + 700 },
    ]);
  });

  test('a server that stores no traces gets none', async () => {
    const world = new World();
    await world.enterCall();
    await world.send({ type: 'end' });
    expect(world.summaries[0]?.steps).toEqual([]);
  });

  test('a visitor who typed was heard, and publishes no microphone', async () => {
    const world = new World();
    await world.enterCall({ ...request, isTyping: true });
    await world.emit({ type: 'room.textSent', text: 'Akmal' });
    await world.emit({ type: 'room.closed', by: 'agent' });
    expect(world.summaries).toMatchObject([{ outcome: undefined }]);
    expect(world.log).not.toContain('microphone published');
  });

  test('mute is saved with the recording, also when it was chosen before the recording began', async () => {
    const world = new World();
    await world.send({ type: 'start', request });
    await world.send({ type: 'setMuted', isMuted: true });
    await world.clock.advance(500);
    expect(world.log).toContain('recording, muted');
    await world.send({ type: 'setMuted', isMuted: false });
    expect(world.log.at(-1)).toBe('saved as unmuted');
  });

  test('the receipt belongs to a call that was entered', async () => {
    const world = new World();
    world.entries = ['fail'];
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'failed', showsReceipt: false });
    await world.send({ type: 'retry' });
    await world.clock.advance(15_000);
    expect(world.view).toMatchObject({ screen: 'failed', showsReceipt: true, room: 'room-1' });
  });

  test('a text can be sent while an agent is there and the connection holds', async () => {
    const world = new World();
    await world.enterCall();
    expect(world.view.canSendText).toBe(true);
    await world.emit({ type: 'room.connectionLost' });
    expect(world.view.canSendText).toBe(false);
    await world.emit({ type: 'room.connectionBack' });
    await world.emit({ type: 'room.agentLeft' });
    expect(world.view.canSendText).toBe(false);
  });
});

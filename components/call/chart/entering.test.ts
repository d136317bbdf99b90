import { describe, expect, test } from 'vitest';
import { World, request } from './testing/world';

/** A prompt that stays open until the test answers it. */
function openPrompt() {
  let resolve: (answer: 'allow') => void = () => undefined;
  const promise = new Promise<'allow'>((answer) => (resolve = answer));
  return { promise, resolve };
}

describe('the way into a call', () => {
  test('a whole call: start, conversation, end by the agent, upload, receipt, cooldown', async () => {
    const world = new World();
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', room: 'room-1', isRecording: false });
    await world.emit({ type: 'room.agentJoined' });
    await world.emit({ type: 'room.agentActivity', activity: 'speaking' });
    expect(world.view).toMatchObject({ screen: 'in_call', turn: 'speaking' });
    await world.clock.advance(500);
    expect(world.view.isRecording).toBe(true);
    await world.emit({ type: 'room.agentActivity', activity: 'listening' });
    expect(world.view.turn).toBe('your_turn');
    await world.emit({ type: 'room.visitorHeard', isHeard: true });
    await world.emit({ type: 'room.closed', by: 'agent' });
    expect(world.view).toMatchObject({
      screen: 'ended',
      outcome: undefined,
      cooldownEndsMs: world.clock.now() + 1_800_000,
      isRecording: false,
    });
    expect(world.log).toEqual([
      'microphone opened',
      'room entered',
      'microphone published',
      'recording',
      'tab lock released',
      'recording stopped',
      'microphone stopped',
      'voices stopped',
      'recording sent',
      'room left',
      'audio closed',
    ]);
    await world.clock.advance(1_800_000);
    expect(world.view).toMatchObject({ screen: 'ended', cooldownEndsMs: null });
    await world.send({ type: 'dismiss' });
    expect(world.view.screen).toBe('closed');
    expect(world.clock.pending).toBe(0);
  });

  test('without permission nothing is requested from the server before the visitor allows the microphone', async () => {
    const world = new World();
    const prompt = openPrompt();
    world.browser.prompt = prompt.promise;
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'checking_microphone', isPromptOverlooked: false });
    await world.clock.advance(3000);
    expect(world.view.isPromptOverlooked).toBe(true);
    expect(world.requestedRooms).toEqual([]);
    prompt.resolve('allow');
    await world.clock.advance(0);
    expect(world.view.screen).toBe('waiting_for_agent');
  });

  test('with permission the token is requested while the microphone opens', async () => {
    const world = new World();
    world.browser.isMicrophoneGranted = true;
    world.browser.prompt = new Promise(() => {});
    await world.send({ type: 'start', request });
    expect(world.requestedRooms).toEqual(['room-1']);
    expect(world.view.screen).toBe('checking_microphone');
  });

  test('microphone refused: the visitor types', async () => {
    const world = new World();
    world.browser.prompt = 'deny';
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'microphone_failed', microphoneFault: 'denied' });
    await world.send({ type: 'typeInstead' });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', isTyping: true });
    await world.emit({ type: 'room.agentJoined' });
    await world.clock.advance(20_000);
    expect(world.log).not.toContain('microphone published');
    await world.emit({ type: 'room.textSent', text: 'Akmal' });
    await world.emit({ type: 'room.closed', by: 'agent' });
    expect(world.view).toMatchObject({
      screen: 'ended',
      outcome: undefined,
      cooldownEndsMs: expect.any(Number),
    });
  });

  test('an overlooked prompt: the visitor types, and a microphone that comes late is released', async () => {
    const world = new World();
    const prompt = openPrompt();
    world.browser.prompt = prompt.promise;
    await world.send({ type: 'start', request });
    await world.clock.advance(3000);
    await world.send({ type: 'typeInstead' });
    expect(world.view).toMatchObject({ screen: 'waiting_for_agent', isTyping: true });
    prompt.resolve('allow');
    await world.clock.advance(0);
    expect(world.log.slice(-2)).toEqual(['microphone opened', 'microphone stopped']);
  });

  test('End at the prompt: nothing stays open, the panel closes', async () => {
    const world = new World();
    const prompt = openPrompt();
    world.browser.prompt = prompt.promise;
    await world.send({ type: 'start', request });
    await world.send({ type: 'end' });
    expect(world.view.screen).toBe('closed');
    prompt.resolve('allow');
    await world.clock.advance(0);
    expect(world.log).toEqual(['tab lock released', 'microphone opened', 'microphone stopped']);
  });

  test('a room that was requested but not entered is used by the next try for the same number', async () => {
    const world = new World();
    world.browser.isMicrophoneGranted = true;
    world.browser.prompt = 'deny';
    await world.send({ type: 'start', request });
    world.browser.prompt = 'allow';
    await world.send({ type: 'retry' });
    expect(world.requestedRooms).toEqual(['room-1', 'room-1']);
    await world.send({ type: 'end' });
    await world.send({ type: 'dismiss' });
    await world.send({ type: 'start', request });
    expect(world.requestedRooms.at(-1)).toBe('room-2');
  });

  test('if the requested room has ended, another one is requested', async () => {
    const world = new World();
    world.answers = [{ ok: false, refusal: { kind: 'token', status: 409 } }];
    await world.send({ type: 'start', request });
    expect(world.requestedRooms).toEqual(['room-1', 'room-2']);
    expect(world.view.screen).toBe('waiting_for_agent');
  });

  test('a cooldown ends by itself; a retry reloads outdated terms, shows the form for another number, or requests again', async () => {
    const world = new World();
    const untilMs = world.clock.now() + 60_000;
    world.answers = [{ ok: false, refusal: { kind: 'cooldown', untilMs } }];
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'cooldown', cooldownEndsMs: untilMs });
    await world.clock.advance(60_000);
    expect(world.view.screen).toBe('closed');
    world.answers = [
      { ok: false, refusal: { kind: 'terms_outdated' } },
      { ok: false, refusal: { kind: 'number_cooldown', untilMs } },
      { ok: false, refusal: { kind: 'connection' } },
    ];
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'terms_outdated' } });
    await world.send({ type: 'retry' });
    expect(world.log.at(-1)).toBe('page reloaded');
    await world.send({ type: 'start', request });
    await world.send({ type: 'retry' });
    expect(world.log.at(-1)).toBe('form shown');
    await world.send({ type: 'start', request });
    expect(world.view.failure).toEqual({ kind: 'connection' });
    await world.send({ type: 'retry' });
    expect(world.view.screen).toBe('waiting_for_agent');
  });

  test('a browser without WebRTC fails before it asks for a microphone', async () => {
    const world = new World();
    world.browser.isSupported = false;
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'unsupported' } });
    expect(world.log).toEqual([]);
  });

  test('a media server that does not respond fails the call and releases the microphone', async () => {
    const world = new World();
    world.entries = ['fail'];
    await world.send({ type: 'start', request });
    expect(world.view).toMatchObject({ screen: 'failed', failure: { kind: 'connection' } });
    expect(world.log).toContain('microphone stopped');
  });
});

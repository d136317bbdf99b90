import { describe, expect, test } from 'vitest';
import {
  callReducer,
  closedCall,
  isInRoom,
  isUnderWay,
  type CallEvent,
  type CallState,
} from './call-machine';

const untilMs = 1_800_000_000_000;

function after(...events: CallEvent[]): CallState {
  return events.reduce(callReducer, closedCall);
}

const opened: CallEvent = { type: 'opened', cooldownUntilMs: null };
const granted: CallEvent = { type: 'mic_granted' };
const entered: CallEvent = { type: 'room_entered', atMs: 1000 };
const joined: CallEvent = { type: 'agent_joined' };
const inCall = [opened, granted, entered, joined];

describe('on the way into the call', () => {
  test.each<[string, CallEvent[], CallState['phase']]>([
    ['opening checks the microphone', [opened], { name: 'checking_mic' }],
    ['a granted microphone connects', [opened, granted], { name: 'connecting' }],
    ['then the room', [opened, granted, entered], { name: 'connected' }],
    ['then the agent', inCall, { name: 'agent_connected' }],
    ['a refused microphone', [opened, { type: 'mic_denied' }], { name: 'denied' }],
    [
      'a broken microphone',
      [opened, { type: 'mic_failed', fault: 'busy' }],
      { name: 'mic_failed', fault: 'busy' },
    ],
    [
      'a refused token',
      [opened, granted, { type: 'failed', failure: { kind: 'token', status: 500 } }],
      { name: 'failed', failure: { kind: 'token', status: 500 } },
    ],
    [
      'a cooldown of this browser',
      [{ type: 'opened', cooldownUntilMs: untilMs }],
      { name: 'cooldown', untilMs },
    ],
    [
      'a cooldown that the server keeps',
      [opened, granted, { type: 'cooldown', untilMs }],
      { name: 'cooldown', untilMs },
    ],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toEqual(phase);
  });

  test('a new call starts from nothing', () => {
    const ended = after(...inCall, { type: 'muted', muted: true }, { type: 'closed_by_agent', untilMs });
    expect(callReducer(ended, opened)).toEqual({ ...closedCall, phase: { name: 'checking_mic' } });
  });
});

describe('in the call', () => {
  test('a lost connection is shown and comes back to where it was', () => {
    const lost = after(...inCall, { type: 'connection_lost' });
    expect(lost.phase).toEqual({ name: 'reconnecting', agentHere: true });
    expect(callReducer(lost, { type: 'connection_back' }).phase).toEqual({ name: 'agent_connected' });
    expect(
      after(opened, granted, entered, { type: 'connection_lost' }, { type: 'connection_back' }).phase,
    ).toEqual({
      name: 'connected',
    });
  });

  test('an agent that joins meanwhile is there afterwards', () => {
    const events: CallEvent[] = [{ type: 'connection_lost' }, joined, { type: 'connection_back' }];
    expect(after(opened, granted, entered, ...events).phase).toEqual({ name: 'agent_connected' });
  });

  test('the microphone is muted only in the room', () => {
    const mute: CallEvent = { type: 'muted', muted: true };
    expect(after(...inCall, mute).muted).toBe(true);
    expect(after(opened, mute).muted).toBe(false);
    expect(after({ type: 'opened', cooldownUntilMs: untilMs }, mute).muted).toBe(false);
  });

  test('what happens beside the phases is kept', () => {
    const state = after(
      ...inCall,
      { type: 'recording', recording: true },
      { type: 'mic_lost', lost: 'gone' },
      { type: 'mic_silent', silent: true },
      { type: 'sound_blocked', blocked: true },
      { type: 'agent_activity', agent: 'listening' },
    );
    expect(state).toMatchObject({
      recording: true,
      micLost: 'gone',
      micSilent: true,
      soundBlocked: true,
      agent: 'listening',
      startedAtMs: 1000,
    });
  });
});

test('after its own turn a listening agent has given the word, until it hears the visitor', () => {
  const activity = (agent: 'speaking' | 'thinking' | 'hearing' | 'listening'): CallEvent => ({
    type: 'agent_activity',
    agent,
  });
  const [speaking, hearing, listening] = [activity('speaking'), activity('hearing'), activity('listening')];
  expect(after(...inCall, speaking, listening).agent).toBe('your_turn');
  expect(after(...inCall, speaking, listening, listening).agent).toBe('your_turn');
  expect(after(...inCall, speaking, listening, hearing, listening).agent).toBe('listening');
  expect(after(...inCall, hearing, activity('thinking')).agent).toBe('thinking');
  expect(after(...inCall, speaking, activity('thinking'), listening).agent).toBe('your_turn');
});

test('the last call can be looked at again, but not in the middle of another', () => {
  const closed = after(
    ...inCall,
    { type: 'end_pressed' },
    { type: 'saved', untilMs: null },
    { type: 'dismissed' },
  );
  expect(callReducer(closed, { type: 'reopened', untilMs, room: 'chat-1' }).phase).toMatchObject({
    name: 'ended',
    untilMs,
  });
  const talking = after(...inCall);
  expect(callReducer(talking, { type: 'reopened', untilMs, room: 'chat-1' })).toBe(talking);
});

test('a microphone that the browser asks for where nobody looks: one types instead', () => {
  const waiting = after(opened, { type: 'mic_overlooked' });
  expect(waiting.phase).toEqual({ name: 'checking_mic', overlooked: true });
  expect(callReducer(waiting, granted).phase).toEqual({ name: 'connecting' });
  const typing = callReducer(waiting, { type: 'typing_instead' });
  expect(typing).toMatchObject({ phase: { name: 'connecting' }, typing: true });
  expect(after(...inCall, { type: 'mic_overlooked' })).toEqual(after(...inCall));
});

describe('out of the call', () => {
  test('the visitor ends it: saved, then what became of it; closed at once where nothing was recorded', () => {
    const ending = after(...inCall, { type: 'end_pressed' });
    expect(ending.phase).toEqual({ name: 'ending' });
    expect(callReducer(ending, { type: 'dismissed' })).toBe(ending);
    expect(callReducer(ending, { type: 'saved', untilMs: null }).phase).toEqual({
      name: 'ended',
      by: 'visitor',
      untilMs: null,
    });
    // An agent that was saying goodbye has closed the room meanwhile.
    expect(callReducer(ending, { type: 'saved', untilMs }).phase).toMatchObject({ untilMs });
    expect(callReducer(ending, { type: 'nothing_said' }).phase).toEqual({ name: 'closed' });
  });

  test('the agent closes it: the cooldown runs out, what became of the call stays', () => {
    const ended = after(...inCall, { type: 'closed_by_agent', untilMs });
    expect(ended.phase).toEqual({ name: 'ended', by: 'agent', untilMs });
    expect(callReducer(ended, { type: 'cooldown_over' }).phase).toEqual({
      name: 'ended',
      by: 'agent',
      untilMs: null,
    });
    expect(callReducer(ended, { type: 'dismissed' }).phase).toEqual({ name: 'closed' });
  });

  test.each(['agent_missing', 'agent_left', 'lost'] as const)('%s leaves no cooldown', (kind) => {
    const failed = after(...inCall, { type: 'failed', failure: { kind } });
    expect(failed.phase).toEqual({ name: 'failed', failure: { kind } });
  });

  test('what comes late changes nothing', () => {
    const ending = after(...inCall, { type: 'end_pressed' });
    const late: CallEvent[] = [
      granted,
      { type: 'mic_denied' },
      { type: 'mic_failed', fault: 'missing' },
      entered,
      joined,
      { type: 'connection_lost' },
      { type: 'connection_back' },
      { type: 'closed_by_agent', untilMs },
      { type: 'failed', failure: { kind: 'lost' } },
      { type: 'cooldown', untilMs },
      { type: 'cooldown_over' },
      { type: 'end_pressed' },
    ];
    for (const event of late) expect(callReducer(ending, event)).toBe(ending);
    expect(callReducer(after(...inCall), { type: 'saved', untilMs: null })).toEqual(after(...inCall));
    expect(callReducer(after(...inCall), { type: 'dismissed' })).toEqual(after(...inCall));
  });
});

test('which phases are a call', () => {
  expect(isInRoom({ name: 'reconnecting', agentHere: false })).toBe(true);
  expect(isInRoom({ name: 'connecting' })).toBe(false);
  expect(isUnderWay({ name: 'connecting' })).toBe(true);
  expect(isUnderWay({ name: 'ending' })).toBe(false);
  expect(isUnderWay({ name: 'denied' })).toBe(false);
});

import { expect, test } from 'vitest';
import { activityOf, isAgent, isLoopback } from './livekit';

test.each([
  ['ws://127.0.0.1:7880', true],
  ['ws://localhost:7880', true],
  ['ws://[::1]:7880', true],
  ['wss://media.example.uz', false],
  ['ws://10.0.0.5:7880', false],
])('%s is on this machine: %s', (url, loopback) => {
  expect(isLoopback(url)).toBe(loopback);
});

test('the agent is known by its identity', () => {
  expect(isAgent('agent-AJ_1')).toBe(true);
  expect(isAgent('visitor-1')).toBe(false);
});

test.each([
  [undefined, [], 'listening'],
  [undefined, ['agent-1'], 'speaking'],
  [undefined, ['visitor-1'], 'hearing'],
  [undefined, ['agent-1', 'visitor-1'], 'hearing'],
  // In a pause of the greeting the agent does not listen yet. An echo is not the visitor's voice.
  ['speaking', [], 'speaking'],
  ['speaking', ['visitor-1'], 'speaking'],
  ['thinking', [], 'thinking'],
  ['listening', ['agent-1'], 'listening'],
  ['listening', ['visitor-1'], 'hearing'],
])('in state %s with %j heard, the agent is %s', (state, speakers, activity) => {
  expect(activityOf(state, speakers, 'visitor-1')).toBe(activity);
});

import { expect, test } from 'vitest';
import { isLoopback } from './livekit';

test.each([
  ['ws://127.0.0.1:7880', true],
  ['ws://localhost:7880', true],
  ['ws://[::1]:7880', true],
  ['wss://media.example.uz', false],
  ['ws://10.0.0.5:7880', false],
])('%s is on this machine: %s', (url, loopback) => {
  expect(isLoopback(url)).toBe(loopback);
});

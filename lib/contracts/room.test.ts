import { expect, test } from 'vitest';
import { createRoomName, roomNamePattern } from './room';

test('a room name is the chat prefix, a timestamp and randomness, and passes its own pattern', () => {
  const name = createRoomName(1_800_000_000_000);
  expect(name).toMatch(/^chat-1800000000000-[0-9a-z]{16}$/);
  expect(name).toMatch(roomNamePattern);
  expect(createRoomName(1_800_000_000_000)).not.toBe(name);
});

test('the prefix and a timestamp alone are a name, in seconds or milliseconds', () => {
  expect('chat-1763750000000').toMatch(roomNamePattern);
  expect('chat-1763750000').toMatch(roomNamePattern);
});

test.each(['', 'chat-1', 'room-1800000000000-aaaaaaaaaaaaaaaa', 'chat-1800000000000-aaaaaaaaaaaaaaaa/../x'])(
  '%j is no room name',
  (name) => expect(name).not.toMatch(roomNamePattern),
);

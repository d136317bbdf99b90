import { expect, test } from 'vitest';
import { createRoomName, roomNamePattern } from './room';

test('a room name is the chat prefix, a timestamp and randomness, and passes its own pattern', () => {
  const name = createRoomName(1_800_000_000_000);
  expect(name).toMatch(/^chat-1800000000000-[0-9a-z]{16}$/);
  expect(name).toMatch(roomNamePattern);
  expect(createRoomName(1_800_000_000_000)).not.toBe(name);
});

test.each([
  'chat-1763750000000',
  'chat-1763750000',
  'chat_1763750000',
  'chat1763750000000',
  'chat-room-2026-11-23T10-00-00Z',
  'chat-1',
  `chat${'x'.repeat(124)}`,
])('%s, which the specification allows, is a room name', (name) => expect(name).toMatch(roomNamePattern));

test.each([
  '',
  'chat',
  'room-1800000000000-aaaaaaaaaaaaaaaa',
  'chat-1800000000000-aaaaaaaaaaaaaaaa/../x',
  'chat-1 2',
  'chat-1\n',
  `chat${'x'.repeat(125)}`,
])('%j is no room name', (name) => expect(name).not.toMatch(roomNamePattern));

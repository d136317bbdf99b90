import { TokenVerifier } from 'livekit-server-sdk';
import { beforeAll, expect, test } from 'vitest';
import { agentName } from '../../contracts/token.ts';
import { testKeys } from '../testing/server.ts';
import { visitorToken } from './visitor-token.ts';

beforeAll(() => {
  Object.assign(process.env, testKeys);
});

const read = async (token: string) =>
  new TokenVerifier(testKeys.LIVEKIT_API_KEY, testKeys.LIVEKIT_API_SECRET).verify(token);

test('a token lets a visitor join one room, hear it and speak, and nothing else', async () => {
  const { video, sub } = await read(await visitorToken('chat-1', { language: 'ru' }));
  expect(video).toEqual({
    roomJoin: true,
    room: 'chat-1',
    canPublish: true,
    canPublishSources: ['microphone'],
    canSubscribe: true,
    canPublishData: false,
  });
  expect(sub).toMatch(/^visitor-[\w-]{12}$/);
});

test('a token asks for our agent in the language of the visitor, and for a room that does not linger', async () => {
  const { roomConfig } = await read(await visitorToken('chat-1', { language: 'ru' }));
  expect(roomConfig).toMatchObject({ emptyTimeout: 20, departureTimeout: 20, maxParticipants: 2 });
  expect(roomConfig?.agents).toMatchObject([{ agentName, metadata: '{"language":"ru"}' }]);
});

test('a token lives five minutes, and no two visitors are the same', async () => {
  const [one, two] = await Promise.all(
    ['chat-1', 'chat-1'].map(async (room) => read(await visitorToken(room, { language: 'uz' }))),
  );
  expect((one?.exp ?? 0) - (one?.nbf ?? 0)).toBe(300);
  expect(one?.sub).not.toBe(two?.sub);
});

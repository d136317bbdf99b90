import { expect, test, vi } from 'vitest';
import { createRoomName } from '../../contracts/room.ts';
import { testKeys } from '../testing/server.ts';

const [pair, next] = [
  { LIVEKIT_API_KEY: 'first', LIVEKIT_API_SECRET: 'the first secret, of 32 characters' },
  { LIVEKIT_API_KEY: 'second', LIVEKIT_API_SECRET: 'the second secret, of 32 characters' },
];
const room = createRoomName();
const body = '{}';
const dispatch = { room, language: 'uz', callbackUrl: 'https://ovoz.example' } as const;

/** The module in a process with these settings. */
async function started(settings: Record<string, string>) {
  vi.resetModules();
  Object.assign(process.env, testKeys, { LIVEKIT_OLD_API_KEY: '', LIVEKIT_OLD_API_SECRET: '' }, settings);
  const modules = [
    import('../http/signing.ts'),
    import('../http/room-tokens.ts'),
    import('../calls/rooms.ts'),
  ] as const;
  const [signing, token, rooms] = await Promise.all(modules);
  return {
    sign: async () => ({
      event: await signing.signBody(body),
      visitor: await token.visitorToken(room),
      dispatch: await rooms.signDispatch(dispatch),
    }),
    takes: async (signed: { event: string; visitor: string; dispatch: string }) => {
      const headers = (authorization: string) => new Headers({ authorization: `Bearer ${authorization}` });
      const isTaken = (work: Promise<unknown>) => work.then(Boolean, () => false);
      const event = { method: 'POST', headers: headers(signed.event), body };
      return Promise.all([
        isTaken(signing.readSigned(new Request('http://localhost', event), 1e3)),
        token.holdsRoomToken(headers(signed.visitor), room),
        isTaken(rooms.readDispatch(signed.dispatch, room)),
      ]);
    },
  };
}

test('tokens of the old keys are accepted during a rotation, and not afterwards', async () => {
  const before = await (await started(pair)).sign();
  const old = { LIVEKIT_OLD_API_KEY: pair.LIVEKIT_API_KEY, LIVEKIT_OLD_API_SECRET: pair.LIVEKIT_API_SECRET };
  const between = await started({ ...next, ...old });
  expect(await between.takes(before)).toEqual([true, true, true]);
  expect(await between.takes(await between.sign())).toEqual([true, true, true]);
  expect(await (await started(next)).takes(before)).toEqual([false, false, false]);
});

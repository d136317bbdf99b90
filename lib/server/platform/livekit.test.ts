import { expect, test, vi } from 'vitest';
import { createRoomName } from '../../contracts/room.ts';
import { testKeys } from '../testing/server.ts';

const [oldPair, newPair] = [
  { LIVEKIT_API_KEY: 'first', LIVEKIT_API_SECRET: 'the first secret, of 32 characters' },
  { LIVEKIT_API_KEY: 'second', LIVEKIT_API_SECRET: 'the second secret, of 32 characters' },
];
const room = createRoomName();
const body = '{}';
const dispatch = { room, language: 'uz', callbackUrl: 'https://ovoz.example' } as const;

/** Loads the modules anew with these settings. */
async function loadWithKeys(settings: Record<string, string>) {
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
    accepts: async (signed: { event: string; visitor: string; dispatch: string }) => {
      const headers = (authorization: string) => new Headers({ authorization: `Bearer ${authorization}` });
      const isAccepted = (work: Promise<unknown>) => work.then(Boolean, () => false);
      const event = { method: 'POST', headers: headers(signed.event), body };
      return Promise.all([
        isAccepted(signing.readSigned(new Request('http://localhost', event), 1e3)),
        token.holdsRoomToken(headers(signed.visitor), room),
        isAccepted(rooms.readDispatch(signed.dispatch, room)),
      ]);
    },
  };
}

test('tokens of the old keys are accepted during a rotation, and not afterwards', async () => {
  const before = await (await loadWithKeys(oldPair)).sign();
  const old = {
    LIVEKIT_OLD_API_KEY: oldPair.LIVEKIT_API_KEY,
    LIVEKIT_OLD_API_SECRET: oldPair.LIVEKIT_API_SECRET,
  };
  const between = await loadWithKeys({ ...newPair, ...old });
  expect(await between.accepts(before)).toEqual([true, true, true]);
  expect(await between.accepts(await between.sign())).toEqual([true, true, true]);
  expect(await (await loadWithKeys(newPair)).accepts(before)).toEqual([false, false, false]);
});

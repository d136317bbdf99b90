import { AccessToken } from 'livekit-server-sdk';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testKeys } from '../testing/server.ts';
import { readSigned, signBody } from './signing.ts';
import { visitorToken } from '../http/room-tokens.ts';

beforeAll(() => {
  Object.assign(process.env, testKeys);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const body = '{"room":"chat-1"}';
const verify = async (authorization: string | undefined, sent = body) => {
  const headers = authorization === undefined ? undefined : { authorization };
  const read = await readSigned(
    new Request('http://localhost', { method: 'POST', headers, body: sent }),
    1e3,
  );
  return Buffer.from(read).toString();
};
const refused = { code: 'unauthorized' };

test('a body signed by the agent is accepted, with or without the word Bearer', async () => {
  const signature = await signBody(body);
  await expect(verify(signature)).resolves.toBe(body);
  await expect(verify(`Bearer ${signature}`)).resolves.toBe(body);
});

test('a changed body is refused', async () => {
  await expect(verify(await signBody(body), body.replace('1', '2'))).rejects.toMatchObject(refused);
});

test('no signature, a broken one and one of other keys are refused', async () => {
  const forged = new AccessToken(testKeys.LIVEKIT_API_KEY, 'another-secret-of-more-than-32-characters');
  forged.sha256 = 'x';
  const unknownKey = new AccessToken('stranger', testKeys.LIVEKIT_API_SECRET);
  for (const signature of [undefined, '', 'x.y.z', await forged.toJwt(), await unknownKey.toJwt()]) {
    await expect(verify(signature)).rejects.toMatchObject(refused);
  }
});

test("a visitor's own token, signed by the same secret, is not accepted as the agent's signature", async () => {
  await expect(verify(await visitorToken('chat-1'))).rejects.toMatchObject(refused);
});

test('a signature expires after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const signature = await signBody(body);
  vi.setSystemTime(Date.now() + 59_000);
  await expect(verify(signature)).resolves.toBe(body);
  vi.setSystemTime(Date.now() + 60_000);
  await expect(verify(signature)).rejects.toMatchObject(refused);
});

test('an unsigned body is not read, because it may be large', async () => {
  const request = new Request('http://localhost', { method: 'POST', body });
  await expect(readSigned(request, 1e9)).rejects.toMatchObject(refused);
  expect(request.bodyUsed).toBe(false);
});

test('a recording from a slow agent is still read after most of the minute that it may take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), ms);
    return timeout.signal;
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const init = {
    method: 'POST',
    headers: { authorization: await signBody(body) },
    body: readable,
    duplex: 'half',
  };
  const read = readSigned(new Request('http://localhost', init), 1e3);
  const sender = writable.getWriter();
  await sender.write(Buffer.from(body.slice(0, 3)));
  await vi.advanceTimersByTimeAsync(55_000);
  await sender.write(Buffer.from(body.slice(3)));
  await sender.close();
  expect(Buffer.from(await read).toString()).toBe(body);
});

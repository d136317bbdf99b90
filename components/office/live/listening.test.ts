import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenIn, readWords } from './listening';

async function textsOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  await readWords(pieces, (text) => texts.push(text));
  return texts;
}

test('words of any length from a visitor’s browser stay short on the operator’s page', async () => {
  const texts = await textsOf(
    (async function* () {
      for (let piece = 0; piece < 100; piece++) yield 'x'.repeat(1_000);
    })(),
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBe(2_000);
});

test('the words of a stream that breaks off stay', async () => {
  const texts = await textsOf(
    (async function* () {
      yield 'Salom, ';
      yield 'ism';
      throw new Error('the sender has left');
    })(),
  );
  expect(texts).toEqual(['Salom, ', 'Salom, ism']);
});

test('a connection that fails rejects, and does not count as one that has ended', async () => {
  vi.stubGlobal(
    'RTCPeerConnection',
    class {
      addTransceiver() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const onEnd = vi.fn();
  const grant = { serverUrl: `ws://127.0.0.1:${port}`, token: 't', roomName: 'chat-1' };
  await expect(listenIn(grant, { onWords: () => undefined, onEnd })).rejects.toThrow('signal connection');
  expect(onEnd).not.toHaveBeenCalled();
});

import net from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { messageOf } from './message-of.mjs';

test('a host of which no address answers has a message', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const socket = net.connect({ host: 'database', port: 1, lookup: (_, __, done) => done(null, addresses) });
  const [error] = await once(socket, 'error').catch((cause: unknown) => [cause]);
  expect(error).toBeInstanceOf(AggregateError);
  expect(messageOf(error)).toContain('ECONNREFUSED 127.0.0.1:1');
});

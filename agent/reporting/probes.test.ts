import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveProbes } from './probes.ts';

const load = { maxJobs: 16, taken: 3 };
let server: ReturnType<typeof serveProbes>;
let url = '';

beforeAll(async () => {
  server = serveProbes(0, () => load);
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());

const ask = async (path: string) => {
  const response = await fetch(url + path);
  return [response.status, await response.text()];
};

test('a draining agent is live, takes no calls, and still reports its running ones', async () => {
  expect(await ask('/ready')).toEqual([200, 'ok\n']);
  expect(await ask('/metrics')).toEqual([
    200,
    [
      '# HELP ovoz_agent_places Calls that this agent holds at once.',
      '# TYPE ovoz_agent_places gauge',
      'ovoz_agent_places 16',
      '# HELP ovoz_agent_calls Calls that this agent holds now.',
      '# TYPE ovoz_agent_calls gauge',
      'ovoz_agent_calls 3',
      '',
    ].join('\n'),
  ]);
  Object.assign(load, { maxJobs: 0, taken: 2 });
  expect(await ask('/live')).toEqual([200, 'ok\n']);
  expect(await ask('/ready')).toEqual([503, 'takes no calls\n']);
  expect((await ask('/metrics'))[1]).toContain('ovoz_agent_calls 2\n');
  expect((await ask('/'))[0]).toBe(404);
});

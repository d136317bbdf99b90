import { expect, test } from 'vitest';
import { db } from './db.ts';
import { health } from './health.ts';
import { sendJob } from './queue.ts';
import { drainJobs } from '../jobs/drain.ts';
import { givenServer } from '../testing/server.ts';

givenServer();

test('a server without calls is well', async () => {
  expect(await health()).toMatchObject({
    status: 'ok',
    parts: {
      database: { state: 'ok' },
      livekit: { state: 'off' },
      agent: { state: 'off' },
      storage: { state: 'ok' },
      jobs: { state: 'ok' },
    },
  });
});

test('jobs that nobody does are seen', async () => {
  await db().$transaction((tx) => sendJob(tx, 'delete-audio', { key: 'leads/x.webm' }));
  expect((await health()).parts.jobs.state).toBe('ok');
  await db().$executeRaw`UPDATE pgboss.job SET start_after = now() - interval '6 minutes'`;
  expect(await health()).toMatchObject({ status: 'down', parts: { jobs: { state: 'down' } } });
  await drainJobs();
  expect((await health()).parts.jobs.state).toBe('ok');
});

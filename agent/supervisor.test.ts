import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { serveProbes } from './reporting/probes.ts';
import { stopSignals } from './stop-signals.ts';
import { processCount, supervise } from './supervisor.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-agent-'));
const program = path.join(folder, 'worker.mjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The test's processes end with their parent, like the agent's. */
const endsWithTest = "process.on('disconnect', () => process.exit());";

const gigabyte = 1024 ** 3;

test('there is a process per core, fewer if memory is short, but at least one', () => {
  expect(processCount(8, 64 * gigabyte)).toBe(8);
  expect(processCount(8, 2 * gigabyte)).toBe(3);
  expect(processCount(8, gigabyte)).toBe(1);
  expect(processCount(8, 0)).toBe(1);
});

test('dead processes are restarted, the places of all are added up, the first signal drains them and the second ends them', async () => {
  writeFileSync(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
     ${endsWithTest}
     const died = new URL('./died', import.meta.url);
     if (!existsSync(died)) { writeFileSync(died, ''); process.exit(1); }
     process.send({ maxJobs: 16, taken: 1 });
     process.on('message', () => {});
     process.on('SIGTERM', () => { process.send({ maxJobs: 0, taken: 1 }); process.on('SIGTERM', () => process.exit(0)); });`,
  );
  const agents = supervise(2, program);
  const server = serveProbes(0, agents.load);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const status = async (route: string) => (await fetch(`http://127.0.0.1:${port}${route}`)).status;

  await expect.poll(() => agents.load()).toEqual({ maxJobs: 32, taken: 2 });
  expect(await status('/ready')).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics.match(/^ovoz.*$/gm)).toEqual(['ovoz_agent_places 32', 'ovoz_agent_calls 2']);

  const ended = agents.stop('SIGTERM');
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 0, taken: 2 });
  expect(await Promise.all(['/live', '/ready'].map(status))).toEqual([200, 503]);
  await agents.stop('SIGTERM');
  await ended;
  expect(agents.load()).toEqual({ maxJobs: 0, taken: 0 });
  server.close();
});

test('a signal that reaches a process and the supervisor, which forwards it, counts once: the calls go on', async () => {
  const [twice, pidFile] = [path.join(folder, 'twice.mjs'), path.join(folder, 'pid')];
  const from = JSON.stringify(new URL('./stop-signals.ts', import.meta.url).href);
  writeFileSync(
    twice,
    `import { writeFileSync } from 'node:fs';
     import { stopSignals } from ${from};
     ${endsWithTest}
     let maxJobs = 16, signals = 0;
     process.on('SIGTERM', stopSignals(() => (maxJobs = 0), () => process.exit(0)));
     process.on('SIGTERM', () => process.send({ maxJobs, taken: ++signals }));
     process.on('message', () => {});
     writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
     process.send({ maxJobs, taken: 0 });`,
  );
  const agents = supervise(1, twice);
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 16, taken: 0 });
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM');
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 0, taken: 1 });
  const ended = agents.stop('SIGTERM');
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 0, taken: 2 });
  await agents.stop('SIGKILL');
  await ended;
});

test('a worn-out process retires once another one takes calls, and ends after its last call; one retires at a time', async () => {
  const worn = path.join(folder, 'worn.mjs');
  const flags = path.join(folder, 'flags');
  mkdirSync(flags);
  writeFileSync(
    worn,
    `import { existsSync, writeFileSync } from 'node:fs';
     ${endsWithTest}
     const flags = ${JSON.stringify(flags)} + '/';
     const isNew = existsSync(flags + 'all-worn');
     let retires = false;
     const report = (maxJobs) => process.send({ maxJobs, taken: isNew ? 0 : 1, isWornOut: !isNew && existsSync(flags + 'all-worn') });
     process.on('message', () => {
       retires = true;
       report(0);
       writeFileSync(flags + 'retired-' + process.pid, '');
     });
     setInterval(() => {
       if (retires && existsSync(flags + 'calls-over')) process.exit(0);
       if (!retires && (!isNew || existsSync(flags + 'new-are-warm'))) report(16);
     }, 20);
     writeFileSync(flags + 'started-' + process.pid, '');`,
  );
  const agents = supervise(2, worn);
  const setFlag = (name: string) => writeFileSync(path.join(flags, name), '');
  const count = (name: string) => readdirSync(flags).filter((each) => each.startsWith(name)).length;
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 32, taken: 2 });

  setFlag('all-worn');
  await expect.poll(() => count('started')).toBe(3);
  expect([count('retired'), agents.load()]).toEqual([0, { maxJobs: 32, taken: 2 }]);
  setFlag('new-are-warm');
  await expect.poll(() => count('retired')).toBe(1);
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 32, taken: 2 });
  expect([count('started'), count('retired')]).toEqual([3, 1]);
  setFlag('calls-over');
  await expect.poll(() => agents.load()).toEqual({ maxJobs: 32, taken: 0 });
  expect([count('started'), count('retired')]).toEqual([4, 2]);
  await agents.stop('SIGKILL');
});

test('a signal well after the first ends the calls', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const [drain, stop] = [vi.fn(), vi.fn()];
  const signalled = stopSignals(drain, stop);
  signalled('SIGTERM');
  vi.advanceTimersByTime(1_900);
  signalled('SIGTERM');
  expect([drain.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(200);
  signalled('SIGINT');
  expect([drain.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1]);
  vi.useRealTimers();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

/** Logs a line on command, and exits with the number of uncaught errors. It logs the first nine of them. */
const server = `
  import { listenForShutdown } from '${new URL('shutdown.ts', import.meta.url).href}';
  let uncaught = 0;
  process.on('uncaughtException', (error) => {
    if (++uncaught < 10) console.error(error);
  });
  listenForShutdown();
  process.stdin.once('data', () => process.stderr.write('a line', () => setTimeout(() => process.exit(uncaught), 50)));
`;

/** Answers a request and runs a job, each ending on command. */
const busyServer = `
  import http from 'node:http';
  import { listenForShutdown } from '${new URL('shutdown.ts', import.meta.url).href}';
  const job = Promise.withResolvers();
  listenForShutdown(() => (console.log('stopping'), job.promise));
  let answer;
  const server = http.createServer((request, response) => {
    answer = response;
    console.log('requested');
  });
  server.on('close', () => console.log('closed'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.stdin.on('data', (command) => {
    if (String(command) === 'answer') return answer.end('done');
    console.log('job done');
    job.resolve();
  });
`;

test('a stopping server first answers its requests and finishes its jobs', async () => {
  const env = { ...process.env, NEXT_MANUAL_SIG_HANDLE: 'true' };
  const child = spawn(process.execPath, ['--input-type=module', '-e', busyServer], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = (await lines.next()).value;
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await lines.next();
  child.kill('SIGTERM');
  expect((await lines.next()).value).toBe('stopping');
  child.stdin.write('answer');
  expect(await answer).toBe('done');
  // The idle connection was closed, too.
  expect((await lines.next()).value).toBe('closed');
  child.stdin.write('job');
  expect((await lines.next()).value).toBe('job done');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a server continues if its log loses its reader', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.write('now');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

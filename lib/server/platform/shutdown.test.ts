import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** Writes to its log when it is told to, and ends with the number of errors that nobody caught, each of which is logged. */
const server = `
  import { listenForShutdown } from '${new URL('shutdown.ts', import.meta.url).href}';
  let uncaught = 0;
  process.on('uncaughtException', (error) => {
    if (++uncaught < 10) console.error(error);
  });
  listenForShutdown();
  process.stdin.once('data', () => process.stderr.write('a line', () => setTimeout(() => process.exit(uncaught), 50)));
`;

test('a server whose log nobody reads any more goes on', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.write('now');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

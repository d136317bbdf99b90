import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SideProcess } from './side-process.ts';

function start() {
  const side = new SideProcess('lib/server/testing/side-process.ts');
  onTestFinished(() => side.close());
  return side;
}

test('answers in the order of the requests, with typed arrays unchanged', async () => {
  const side = start();
  const answers = await Promise.all([
    side.ask('one'),
    side.ask(new Int16Array([1, -2])),
    side.ask({ three: 3 }),
  ]);
  expect(answers).toEqual(['one', new Int16Array([1, -2]), { three: 3 }]);
});

test('an error rejects only its own request', async () => {
  const side = start();
  await expect(side.ask('fail')).rejects.toThrow('requested failure');
  expect(await side.ask('still there')).toBe('still there');
});

test('a process that dies rejects pending and later requests', async () => {
  const side = start();
  const waiting = side.ask('for ever');
  side.close();
  await expect(waiting).rejects.toThrow('closed');
  const other = start();
  await expect(other.ask('die')).rejects.toThrow('ended (3)');
  expect(other.alive).toBe(false);
  await expect(other.ask('hello?')).rejects.toThrow('ended (3)');
});

test('gets none of our secret environment variables', async () => {
  vi.stubEnv('MUXLISA_API_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await start().ask('environment')).not.toContain('MUXLISA_API_KEY');
});

test('ends with its parent, even in an endless loop', async () => {
  const parent = spawn(process.execPath, [path.join(import.meta.dirname, '../testing/side-parent.ts')]);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  expect(process.kill(pid, 0)).toBe(true);
  parent.kill('SIGKILL');
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
});

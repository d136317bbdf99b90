import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programEngine } from './index.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'espeak-program-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a program in place of eSpeak NG. It stores its process id and runs the script. */
async function writeProgram(name: string, script: string) {
  const file = path.join(folder, name);
  const pidFile = `${file}.pid`;
  const source = `#!${process.execPath}\nconst fs = require('node:fs');
    fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));\n${script}\n`;
  await writeFile(file, source);
  await chmod(file, 0o755);
  const pid = async () => Number(await readFile(pidFile, 'utf8'));
  return { file, pid };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const request = { text: 'Salom', voice: 'uz', language: 'uz', signal: undefined } as const;
const header = `Buffer.concat([Buffer.from('RIFF0000WAVEfmt '), Buffer.from([16,0,0,0,1,0,1,0,34,86,0,0,68,172,0,0,2,0,16,0]),
  Buffer.from('data'), Buffer.from([0,0,0,0])])`;

describe('a program that', () => {
  test('does not exist: unavailable', async () => {
    const engine = programEngine(path.join(folder, 'missing'));
    await expect(engine.speak(request)).rejects.toMatchObject({ code: 'speech_unavailable' });
  });

  test('fails: failed, with its error output as the cause', async () => {
    const { file } = await writeProgram('fails', `console.error('no such voice'); process.exitCode = 1;`);
    await expect(programEngine(file).speak(request)).rejects.toMatchObject({
      code: 'speech_failed',
      cause: { message: 'no such voice' },
    });
  });

  test('fails after its first sound: failed', async () => {
    const { file } = await writeProgram(
      'breaks',
      `process.stdout.write(Buffer.concat([${header}, Buffer.alloc(4000)]), () => process.exit(7));`,
    );
    const { samples } = await programEngine(file).speak(request);
    await expect(Array.fromAsync(samples)).rejects.toMatchObject({ code: 'speech_failed' });
  });

  test('hangs: timed out, and ended', async () => {
    const { file, pid } = await writeProgram('hangs', `setInterval(() => {}, 1000);`);
    await expect(programEngine(file, 3_000).speak(request)).rejects.toMatchObject({ code: 'speech_timeout' });
    expect(isRunning(await pid())).toBe(false);
  });

  test('is cancelled: the reason of the signal, and ended', async () => {
    const { file, pid } = await writeProgram('waits', `setInterval(() => {}, 1000);`);
    const controller = new AbortController();
    const speech = programEngine(file).speak({ ...request, signal: controller.signal });
    await expect.poll(() => pid().catch(() => 0)).toBeGreaterThan(0);
    controller.abort(new Error('the visitor left'));
    await expect(speech).rejects.toThrow('the visitor left');
    expect(isRunning(await pid())).toBe(false);
  });

  test('never stops, and its reader stops reading: ended', async () => {
    const { file, pid } = await writeProgram(
      'endless',
      `process.stdout.write(${header}); setInterval(() => process.stdout.write(Buffer.alloc(1000)), 1);`,
    );
    const { samples } = await programEngine(file).speak(request);
    for await (const piece of samples) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    const abandonedPid = await pid();
    await expect.poll(() => isRunning(abandonedPid)).toBe(false);
  });

  test('gets the text on its standard input and nowhere else', async () => {
    const inputFile = path.join(folder, 'seen');
    const { file } = await writeProgram(
      'looks',
      `fs.writeFileSync(${JSON.stringify(inputFile)}, JSON.stringify([process.argv.slice(2), fs.readFileSync(0, 'utf8')]));
      process.stdout.write(${header});`,
    );
    await programEngine(file).speak({ ...request, text: '-w /x --help $(id)' });
    expect(JSON.parse(await readFile(inputFile, 'utf8'))).toEqual([
      ['-v', 'uz', '-b', '1', '--stdin', '--stdout'],
      '-w /x --help $(id)',
    ]);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { AccessToken } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parentOf } from '../../start/processes.ts';
import { type Command, kill, StartPlace, processesOf, until } from './command.ts';

const goneLimitMs = 30_000;
const parts = ['web', 'agent', 'livekit', 'postgres'];

async function expectNothingLeft(dataDir: string): Promise<void> {
  const names = () => processesOf(dataDir).map(({ pid, name }) => `${pid} ${name}`);
  await until(
    () => names().length === 0,
    goneLimitMs,
    () => `still there:\n${names().join('\n')}`,
  );
}

describe('a start', () => {
  let place: StartPlace;
  let command: Command;

  beforeAll(async () => {
    place = await StartPlace.make();
    command = place.start();
    await place.untilRunning(command);
  });
  afterAll(async () => {
    command.process.kill('SIGTERM');
    await command.exited;
    place.remove();
  });

  test('ends with the line that gives the URL, and every part is well', async () => {
    expect(command.output().trimEnd().split('\n').at(-1)).toContain(`http://localhost:${place.port} `);
    const health = await place.health();
    // These starts have SPEECH_MODELS=off.
    expect(command.output().match(/.*speech recognition.*/gi)).toEqual([
      expect.stringMatching(/^ {2}! Without speech recognition: .*npm run models fetch/),
    ]);
    expect(command.output()).toMatch(/^Leads, by this link, .*\/api\/admin\/session\?token=[\w-]{32}$/m);
    expect(health?.status).toBe('ok');
    expect(health?.parts.agent.state).toBe('ok');
  });

  test('is refused while one runs on the same data folder, with its URL', async () => {
    const second = place.start({ PORT: '' });
    expect(await second.exited).not.toBe(0);
    expect(second.output()).toContain(`already runs on this data folder`);
    expect(second.output()).toContain(`http://localhost:${place.port}`);
  });

  test('stores its data for this account only', () => {
    for (const name of ['local.json', 'livekit.yaml', 'logs', 'run', 'run/product.json', 'logs/web.log'])
      expect([name, statSync(path.join(place.dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('LiveKit takes media on the loopback address alone', () => {
    if (process.platform !== 'linux') return;
    const { ports }: { ports: Record<string, number> } = JSON.parse(
      readFileSync(path.join(place.dataDir, 'local.json'), 'utf8'),
    );
    const port = (ports.livekitUdp ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const sockets = ['udp', 'udp6'].flatMap((table) =>
      readFileSync(`/proc/net/${table}`, 'utf8')
        .matchAll(/^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) /gm)
        .toArray(),
    );
    const addresses = sockets.filter(([, , hexPort]) => hexPort === port).map(([, address]) => address);
    expect(addresses).toEqual(['0100007F']);
  });

  test('a token that LiveKit refuses does not get into its log', async () => {
    const { LIVEKIT_URL = '', LIVEKIT_API_KEY } = place.settings();
    const token = new AccessToken(LIVEKIT_API_KEY, 'another secret than its own, of some length', {
      identity: 'visitor',
    });
    token.addGrant({ roomJoin: true, room: 'chat-1' });
    const jwt = await token.toJwt();
    const address = `${LIVEKIT_URL.replace('ws', 'http')}/rtc/validate?access_token=${jwt}`;
    expect((await fetch(address)).status).toBe(401);
    expect(readFileSync(path.join(place.dataDir, 'logs', 'livekit.log'), 'utf8')).not.toContain(jwt);
  });

  test('starts its parts without a process in between', async () => {
    const start = processesOf(place.dataDir).find(({ name }) => /^\S*node scripts\/start\.mjs$/.test(name));
    expect(start).toBeDefined();
    for (const name of parts) expect(parentOf(place.pidOf(name))).toBe(start?.pid);
  });

  test.each(parts)('restarts %s when it dies', async (name) => {
    const before = place.pidOf(name);
    expect(before).toBeGreaterThan(0);
    process.kill(before, 'SIGKILL');
    await until(() => place.pidOf(name) > 0 && place.pidOf(name) !== before, goneLimitMs, command.output);
    await place.untilHealthy();
    expect(command.output()).toMatch(/ended \(SIGKILL\); it is started again/);
  });

  async function stopsEverything(signal: NodeJS.Signals): Promise<void> {
    const pid = command.process.pid ?? Number.NaN;
    // A terminal sends Ctrl-C to its whole group.
    process.kill(signal === 'SIGINT' ? -pid : pid, signal);
    await command.exited;
    await expectNothingLeft(place.dataDir);
  }

  /** Starts the product again and waits for its first part. Works also after a failed test. */
  async function restart(): Promise<void> {
    const { exitCode, signalCode } = command.process;
    if (exitCode === null && signalCode === null) {
      command.process.kill('SIGTERM');
      await command.exited;
    }
    command = place.start();
    await until(() => place.pidOf('postgres') > 0, goneLimitMs, command.output);
  }

  test('a start ends the parts that an earlier, killed start left behind, and Ctrl-C stops the start with all its parts', async () => {
    const before = parts.map((name) => place.pidOf(name));
    kill(-(command.process.pid ?? Number.NaN));
    await command.exited;
    command = place.start();
    await place.untilRunning(command);
    await place.untilHealthy();
    expect(command.output()).toContain('ending parts of an earlier start');
    const now = processesOf(place.dataDir).map(({ pid }) => pid);
    expect(before.filter((pid) => now.includes(pid))).toEqual([]);
    await stopsEverything('SIGINT');
  }, 240_000);

  test('a start succeeds after an earlier one was killed half-way, and SIGTERM stops it', async () => {
    await restart();
    for (const { pid } of processesOf(place.dataDir)) kill(pid);
    command = place.start();
    await place.untilRunning(command);
    await place.untilHealthy();
    await stopsEverything('SIGTERM');
  }, 240_000);

  test('SIGHUP stops a start half-way', async () => {
    await restart();
    await stopsEverything('SIGHUP');
  });

  test('the product ends if only its npm is killed, and a start right afterwards waits for that end', async () => {
    await restart();
    kill(command.process.pid ?? Number.NaN);
    command = place.start();
    await place.untilRunning(command);
    await stopsEverything('SIGTERM');
  });
});

describe('a start that cannot succeed', () => {
  test('names the port that another program has', async () => {
    const place = await StartPlace.make();
    const server = net.createServer().listen(place.port, '127.0.0.1');
    const command = place.start();
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toContain(`PORT: ${place.port} is taken`);
    server.close();
    await expectNothingLeft(place.dataDir);
    place.remove();
  });

  test('names the data folder that cannot be written to', async () => {
    const place = await StartPlace.make();
    const command = place.start({ DATA_DIR: path.resolve('package.json', 'data') });
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toMatch(/^DATA_DIR: the folder .+ cannot be written to \(.+\)\. Free space/m);
    place.remove();
  });

  test('says that its npm was killed before it began', async () => {
    const place = await StartPlace.make();
    const log = path.join(place.dataDir, 'start.log');
    const env = { ...process.env, npm_lifecycle_event: 'start', DATA_DIR: place.dataDir };
    // The shell ends at once, and leaves the command without its npm.
    spawn('sh', ['-c', `"${process.execPath}" scripts/start.mjs > "${log}" 2>&1 &`], { env });
    const logText = () => existsSync(log) && readFileSync(log, 'utf8');
    await until(
      () => logText() === 'Ovoz does not start: npm has ended.\n',
      goneLimitMs,
      () => String(logText()),
    );
    await expectNothingLeft(place.dataDir);
    place.remove();
  });

  test.each([
    ['RETENTION_DAYS', 'never'],
    ['AGENT_PLAN_FILE', '/nowhere/plan.json'],
    ['STT_MODEL_DIR', '/nowhere/model'],
  ])('names %s where it is wrong', async (variable, value) => {
    const place = await StartPlace.make();
    const command = place.start({ [variable]: value });
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toMatch(new RegExp(`^${variable}: .+$`, 'm'));
    await expectNothingLeft(place.dataDir);
    place.remove();
  });
});

test('a test run that is killed leaves no start command behind', async () => {
  const place = await StartPlace.make();
  const script = `import { StartPlace } from './scripts/test/start-command/command.ts';
    (await StartPlace.make({ DATA_DIR: process.argv[1] })).start();`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', script, place.dataDir], {
    stdio: 'inherit',
  });
  onTestFinished(() => void run.kill('SIGKILL'));
  await until(
    () => place.pidOf('postgres') > 0,
    goneLimitMs,
    () => 'The start command did not begin.',
  );
  run.kill('SIGKILL');
  await expectNothingLeft(place.dataDir);
  place.remove();
});

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { AccessToken } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parentOf } from '../../start/processes.ts';
import { until } from '../../start/wait-until.ts';
import { type Command, expectNothingLeft, Installation, kill, processesOf } from './command.ts';

const goneLimitMs = 30_000;
const parts = ['web', 'agent', 'livekit', 'postgres'];

describe('a start', () => {
  let installation: Installation;
  let command: Command;

  beforeAll(async () => {
    // The direct address of another database, left in .env, is not used.
    installation = await Installation.make({ DIRECT_URL: 'postgres://nobody@127.0.0.1:1/other' });
    command = installation.start();
    await installation.untilRunning(command);
  });
  afterAll(async () => {
    command.process.kill('SIGTERM');
    await command.exited;
    installation.remove();
  });

  test('ends with the line that gives the URL, and every part is well', async () => {
    expect(command.output().trimEnd().split('\n').at(-1)).toContain(`http://localhost:${installation.port} `);
    const health = await installation.health();
    // These starts have SPEECH_MODELS=off.
    expect(command.output().match(/.*speech recognition.*/gi)).toEqual([
      expect.stringMatching(/^ {2}! Without speech recognition: .*npm run models fetch/),
    ]);
    expect(command.output()).toMatch(/^Leads, by this link, .*\/api\/admin\/session\?token=[\w-]{32}$/m);
    expect(health?.status).toBe('ok');
    expect(health?.parts.agent.state).toBe('ok');
  });

  test('is refused while one runs on the same data folder, with its URL', async () => {
    const second = installation.start({ PORT: '' });
    expect(await second.exited).not.toBe(0);
    expect(second.output()).toContain(`already runs on this data folder`);
    expect(second.output()).toContain(`http://localhost:${installation.port}`);
  });

  test('stores its data for this account only', () => {
    for (const name of ['local.json', 'livekit.yaml', 'logs', 'run', 'run/product.json', 'logs/web.log'])
      expect([name, statSync(path.join(installation.dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('LiveKit takes media on the loopback address alone', () => {
    if (process.platform !== 'linux') return;
    const { ports }: { ports: Record<string, number> } = JSON.parse(
      readFileSync(path.join(installation.dataDir, 'local.json'), 'utf8'),
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
    const { LIVEKIT_URL = '', LIVEKIT_API_KEY } = installation.settings();
    const token = new AccessToken(LIVEKIT_API_KEY, 'another secret than its own, of some length', {
      identity: 'visitor',
    });
    token.addGrant({ roomJoin: true, room: 'chat-1' });
    const jwt = await token.toJwt();
    const address = `${LIVEKIT_URL.replace('ws', 'http')}/rtc/validate?access_token=${jwt}`;
    expect((await fetch(address)).status).toBe(401);
    expect(readFileSync(path.join(installation.dataDir, 'logs', 'livekit.log'), 'utf8')).not.toContain(jwt);
  });

  test('starts its parts without a process in between', async () => {
    const start = processesOf(installation.dataDir).find(({ command: text }) =>
      /^\S*node scripts\/start\.mjs /.test(text),
    );
    expect(start).toBeDefined();
    for (const name of parts) expect(parentOf(installation.pidOf(name))).toBe(start?.pid);
  });

  test.each(parts)('restarts %s when it dies', async (name) => {
    const pidBefore = installation.pidOf(name);
    expect(pidBefore).toBeGreaterThan(0);
    process.kill(pidBefore, 'SIGKILL');
    await until(
      command.output,
      () => installation.pidOf(name) > 0 && installation.pidOf(name) !== pidBefore,
      goneLimitMs,
    );
    await installation.untilHealthy();
    expect(command.output()).toMatch(/ended \(SIGKILL\); it is started again/);
  });

  async function stopAndExpectNothingLeft(signal: NodeJS.Signals): Promise<void> {
    const pid = command.process.pid ?? Number.NaN;
    // A terminal sends Ctrl-C to its whole group.
    process.kill(signal === 'SIGINT' ? -pid : pid, signal);
    await command.exited;
    await expectNothingLeft(installation.dataDir);
  }

  /** Starts the product again and waits for its first part. Works also after a failed test. */
  async function restart(): Promise<void> {
    const { exitCode, signalCode } = command.process;
    if (exitCode === null && signalCode === null) {
      command.process.kill('SIGTERM');
      await command.exited;
    }
    command = installation.start();
    await until(command.output, () => installation.pidOf('postgres') > 0, goneLimitMs);
  }

  test('a start ends the parts that an earlier, killed start left behind, and Ctrl-C stops the start with all its parts', async () => {
    const pidsBefore = parts.map((name) => installation.pidOf(name));
    kill(-(command.process.pid ?? Number.NaN));
    await command.exited;
    command = installation.start();
    await installation.untilRunning(command);
    await installation.untilHealthy();
    expect(command.output()).toContain('ending parts of an earlier start');
    const pidsNow = processesOf(installation.dataDir).map(({ pid }) => pid);
    expect(pidsBefore.filter((pid) => pidsNow.includes(pid))).toEqual([]);
    await stopAndExpectNothingLeft('SIGINT');
  }, 240_000);

  test('a start succeeds after an earlier one was killed half-way, and SIGTERM stops it', async () => {
    await restart();
    for (const { pid } of processesOf(installation.dataDir)) kill(pid);
    command = installation.start();
    await installation.untilRunning(command);
    await installation.untilHealthy();
    await stopAndExpectNothingLeft('SIGTERM');
  }, 240_000);

  test('SIGHUP stops a start half-way', async () => {
    await restart();
    await stopAndExpectNothingLeft('SIGHUP');
  });

  test('the product ends if only its npm is killed, and a start right afterwards waits for that end', async () => {
    await restart();
    kill(command.process.pid ?? Number.NaN);
    command = installation.start();
    await installation.untilRunning(command);
    await stopAndExpectNothingLeft('SIGTERM');
  });
});

describe('a start that cannot succeed', () => {
  test('names the port that another program has', async () => {
    const installation = await Installation.make();
    const server = net.createServer().listen(installation.port, '127.0.0.1');
    const command = installation.start();
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toContain(`PORT: ${installation.port} is taken`);
    server.close();
    await expectNothingLeft(installation.dataDir);
    installation.remove();
  });

  test('names the data folder that cannot be written to', async () => {
    const installation = await Installation.make();
    const command = installation.start({ DATA_DIR: path.resolve('package.json', 'data') });
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toMatch(/^DATA_DIR: the folder .+ cannot be written to \(.+\)\. Free space/m);
    installation.remove();
  });

  test('says that its npm was killed before it began', async () => {
    const installation = await Installation.make();
    const log = path.join(installation.dataDir, 'start.log');
    const env = { ...process.env, npm_lifecycle_event: 'start', DATA_DIR: installation.dataDir };
    // The shell ends at once, and leaves the command without its npm.
    spawn('sh', ['-c', `"${process.execPath}" scripts/start.mjs > "${log}" 2>&1 &`], { env });
    const logText = () => existsSync(log) && readFileSync(log, 'utf8');
    await until(
      () => String(logText()),
      () => logText() === 'Ovoz does not start: npm has ended.\n',
      goneLimitMs,
    );
    await expectNothingLeft(installation.dataDir);
    installation.remove();
  });

  test.each([
    ['RETENTION_DAYS', 'never'],
    ['AGENT_PLAN_FILE', '/nowhere/plan.json'],
    ['STT_MODEL_DIR', '/nowhere/model'],
  ])('names %s if its value is wrong', async (variable, value) => {
    const installation = await Installation.make();
    const command = installation.start({ [variable]: value });
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toMatch(new RegExp(`^${variable}: .+$`, 'm'));
    await expectNothingLeft(installation.dataDir);
    installation.remove();
  });
});

test('a test run that is killed leaves no start command behind', async () => {
  const installation = await Installation.make();
  const script = `import { Installation } from './scripts/test/start-command/command.ts';
    (await Installation.make({ DATA_DIR: process.argv[1] })).start();`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', script, installation.dataDir], {
    stdio: 'inherit',
  });
  onTestFinished(() => void run.kill('SIGKILL'));
  await until('the start command begins', () => installation.pidOf('postgres') > 0, goneLimitMs);
  run.kill('SIGKILL');
  await expectNothingLeft(installation.dataDir);
  installation.remove();
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../start/ports.mjs';
import type { Bench } from './bench.ts';
import { onMachine, until, untilLead } from './machine.ts';
import { holdCall } from './visitor.ts';

const talkS = 12;

/** What the image starts with, where the builder does not read it from there (buildah run). */
const commands: Record<string, string[]> = {
  migrate: ['node', 'scripts/migrate.ts'],
  web: ['node', 'server.js'],
  agent: ['node', 'agent/supervisor.ts'],
};

/** Migrates, serves and holds a call by the images alone, on a Postgres and a LiveKit of this machine; gives what went wrong. */
export function checkImageCall(bench: Bench, builder: string): Promise<string[]> {
  return onMachine(bench, 'images', async ({ dataDir, databaseUrl, env }) => {
    const port = await freePort(undefined);
    const url = `http://localhost:${port}`;
    const containers: ChildProcess[] = [];
    const run = (target: string) => {
      const log = path.join(dataDir, 'logs', `${target}.log`);
      const container = start(bench, builder, target, { ...env, PORT: String(port), PUBLIC_URL: url }, log);
      containers.push(container);
      return container;
    };
    try {
      const [code] = await once(run('migrate'), 'exit');
      if (code !== 0) return [`Image migrate: ended with ${code}.`];
      run('web');
      run('agent');
      await until('all parts are well', () => fetch(`${url}/api/health`).then(({ ok }) => ok));
      const violations = await holdCall(url, (lasts) => lasts(talkS));
      console.log(`      a call through the images: ${await untilLead(databaseUrl)}`);
      return violations.map((text) => `Image web: ${text}`);
    } catch (error) {
      for (const target of ['migrate', 'web', 'agent'])
        console.error(bench.run('tail', ['-n', '20', path.join(dataDir, 'logs', `${target}.log`)]));
      throw error;
    } finally {
      for (const container of containers) end(container);
    }
  });
}

/** On the network of this machine: Postgres and LiveKit listen on its loopback address alone. */
function start(
  { run }: Bench,
  builder: string,
  target: string,
  env: Record<string, string>,
  logFile: string,
): ChildProcess {
  const image = `ovoz-${target}:check`;
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const isBuildah = path.basename(builder) === 'buildah';
  const args = isBuildah
    ? ['run', '--isolation', 'chroot', ...settings, run(builder, ['from', image]).trim(), '--']
    : ['run', '--rm', '--network', 'host', ...settings, image];
  const log = openSync(logFile, 'a');
  const own = isBuildah ? (commands[target] ?? []) : [];
  return spawn(builder, [...args, ...own], { stdio: ['ignore', log, log], detached: true });
}

function end({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

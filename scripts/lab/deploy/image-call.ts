import path from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { type ProcessGroup, startGroup } from '../../start/process-group.mjs';
import type { Bench } from './local-parts.ts';
import { onMachine, until, untilLead } from './local-parts.ts';
import { holdCall } from './browser-call.ts';

const talkS = 12;

/** Start commands of the images, which buildah run does not read from them. */
const commands: Record<string, string[]> = {
  migrate: ['node', 'scripts/migrate.ts'],
  web: ['node', 'server.js'],
  agent: ['node', 'agent/supervisor.ts'],
};

/** Migrates, serves and holds a call with the images, on this machine's Postgres and LiveKit; returns the faults. */
export function checkImageCall(bench: Bench, builder: string): Promise<string[]> {
  return onMachine(bench, 'images', async ({ dataDir, databaseUrl, env }) => {
    const port = await freePort(undefined);
    const url = `http://localhost:${port}`;
    const containers: Container[] = [];
    const run = (target: string) => {
      const log = path.join(dataDir, 'logs', `${target}.log`);
      const container = start(bench, builder, target, { ...env, PORT: String(port), PUBLIC_URL: url }, log);
      containers.push(container);
      return container.group;
    };
    try {
      const { code } = await run('migrate').exited;
      if (code !== 0) return [`Image migrate: ended with ${code}.`];
      run('web');
      run('agent');
      await until('all parts are well', () => fetch(`${url}/api/health`).then(({ ok }) => ok));
      // A balancer with a longer idle timeout than the web app's sends requests into closed connections.
      const kept = (await fetch(`${url}/api/live`)).headers.get('keep-alive');
      if (kept !== 'timeout=75') return [`Image web: keeps an idle connection for ${kept}.`];
      const violations = await holdCall(url, (lasts) => lasts(talkS));
      console.log(`      a call through the images: ${await untilLead(databaseUrl)}`);
      return violations.map((text) => `Image web: ${text}`);
    } catch (error) {
      for (const target of ['migrate', 'web', 'agent'])
        console.error(bench.run('tail', ['-n', '20', path.join(dataDir, 'logs', `${target}.log`)]));
      throw error;
    } finally {
      for (const { group, name } of containers) {
        await group.kill();
        bench.run(builder, ['rm', ...(path.basename(builder) === 'buildah' ? [] : ['--force']), name]);
      }
    }
  });
}

/** Read-only but for /tmp, as Compose and Kubernetes run it. */
const asDeployed = ['run', '--network', 'host', '--read-only', '--tmpfs', '/tmp'];

interface Container {
  group: ProcessGroup;
  name: string;
}

/** Uses this machine's network, because Postgres and LiveKit listen only on loopback. */
function start(
  { run }: Bench,
  builder: string,
  target: string,
  env: Record<string, string>,
  logFile: string,
): Container {
  const image = `ovoz-${target}:check`;
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const begin = (args: string[]) => startGroup({ command: builder, args, logFile });
  if (path.basename(builder) === 'buildah') {
    const name = run(builder, ['from', image]).trim();
    const command = commands[target] ?? [];
    return { name, group: begin(['run', '--isolation', 'chroot', ...settings, name, '--', ...command]) };
  }
  const name = `${image.replace(':', '-')}-${process.pid}`;
  return { name, group: begin([...asDeployed, '--name', name, ...settings, image]) };
}

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../start/ports.mjs';
import { holdCall } from './browser-call.ts';
import { obtainLiveKit } from '../../start/livekit-program.mjs';
import { startLiveKit } from '../../start/livekit.ts';
import { isAnswering, until } from '../../start/wait-until.ts';
import { type CheckContext, countRows, withLocalParts, startBeside } from './local-parts.ts';

const targets = ['migrate', 'web', 'agent'];
const limitMb = 300;
const talkS = 12;

/** Builds the three images and holds a call with them; returns the faults. */
export async function checkImages(context: CheckContext): Promise<string[]> {
  const docker = ['docker', 'podman']
    .map((name) => findProgram([name]))
    .find((program) => program && spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0);
  if (docker === undefined) return ['No Docker or Podman that runs: install Docker.'];
  const faults = targets.flatMap((target) => build(context, docker, target));
  return [...faults, ...(await callThroughImages(context, docker))];
}

function build({ root, run }: CheckContext, docker: string, target: string): string[] {
  const tag = tagOf(target);
  run(docker, ['build', '--target', target, '-t', tag, root]);
  const sizeMb = Number(run(docker, ['image', 'inspect', '--format', '{{.Size}}', tag])) / 1e6;
  console.log(`${sizeMb.toFixed(0).padStart(5)} MB ${tag}`);
  return sizeMb > limitMb ? [`Image ${target}: ${sizeMb.toFixed(0)} MB, more than ${limitMb}.`] : [];
}

function tagOf(target: string): string {
  return `ovoz-${target}:check`;
}

/** Migrates, serves and holds a call with the images, on this machine's Postgres and LiveKit. */
function callThroughImages(context: CheckContext, docker: string): Promise<string[]> {
  return withLocalParts(context, 'images', async (parts) => {
    const port = await freePort(undefined);
    const url = `http://localhost:${port}`;
    const { launch, local, databaseUrl } = parts;
    const callServer = await startLiveKit(launch, local, await obtainLiveKit(launch));
    const settings = Object.entries({ ...parts.env, ...callServer, PORT: String(port), PUBLIC_URL: url });
    const env = settings.flatMap((pair) => ['--env', pair.join('=')]);
    const logOf = (target: string) => path.join(parts.dataDir, 'logs', `${target}.log`);
    const run = (target: string) => {
      const name = `ovoz-${target}-check-${process.pid}`;
      parts.ends.defer(() => void context.run(docker, ['rm', '--force', name]));
      const args = [...asDeployed, '--name', name, ...env, tagOf(target)];
      return startBeside(parts, { command: docker, args, logFile: logOf(target) });
    };
    try {
      const { code } = await run('migrate').exited;
      if (code !== 0) return [`Image migrate: ended with ${code}.`];
      run('web');
      run('agent');
      await until('all parts are well', () => isAnswering(`${url}/api/health`));
      // A balancer with a longer idle timeout than the web app's sends requests into closed connections.
      const keepAlive = (await fetch(`${url}/api/live`)).headers.get('keep-alive');
      if (keepAlive !== 'timeout=75') return [`Image web: keeps an idle connection for ${keepAlive}.`];
      await holdCall(url, (untilClock) => untilClock(talkS));
      const condition = `"audioKey" IS NOT NULL AND "status" = 'completed'`;
      const isCompleted = async () => (await countRows(databaseUrl, 'Lead', condition)) === 1;
      await until('the call becomes a lead with its recording', isCompleted);
      return [];
    } catch (error) {
      for (const target of targets) console.error(context.run('tail', ['-n', '20', logOf(target)]));
      throw error;
    }
  });
}

/**
 * Read-only except for /tmp, as Compose and Kubernetes run it. It uses this machine's network, because the other parts listen only
 * on loopback.
 */
const asDeployed = ['run', '--network', 'host', '--read-only', '--tmpfs', '/tmp'];

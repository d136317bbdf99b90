import path from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import { startBalancer } from './balancer.ts';
import { deploy } from './deployment.ts';
import {
  type Bench,
  buildImage,
  countAcceptingAgents,
  type Machine,
  onMachine,
  until,
  untilLead,
} from './local-parts.ts';
import { checkRestarts } from './restarts.ts';
import { holdCall } from './browser-call.ts';

const endsWithinMs = 60_000;

/** Runs a sealed `output: standalone` build behind PgBouncer. An upgrade must lose neither a call nor an upload. */
export function checkStandalone(bench: Bench): Promise<string[]> {
  const image = buildImage(bench);
  return onMachine(bench, 'standalone', async (machine) => {
    const proxy = await startBalancer();
    machine.ends.defer(proxy.stop);
    const { run, web, agent } = await deploy(image, machine, proxy.url);
    const before = { web: await web(), agent: agent() };
    proxy.leadTo(before.web.port);
    await until('all parts are well', () => fetch(`${proxy.url}/api/health`).then(({ ok }) => ok));
    const faults: string[] = [];

    const after = await web();
    const violations = await holdCall(proxy.url, async (lasts) => {
      agent();
      await until('the new agent takes calls', async () => (await countAcceptingAgents(machine)) === 2);
      await lasts(5);
      proxy.leadTo(after.port);
      before.web.group.signal('SIGTERM');
      before.agent.signal('SIGTERM');
      await until('the old web app ends', async () => !before.web.group.isRunning(), endsWithinMs);
      await until(
        'the old agent takes no more calls',
        async () => (await countAcceptingAgents(machine)) === 1,
      );
      await lasts(15);
      if (!before.agent.isRunning()) faults.push('Upgrade: the agent left its call.');
    });
    faults.push(...violations.map((text) => `Standalone: ${text}`));
    console.log(`      a call through an upgrade: ${await untilLead(machine.databaseUrl)}`);
    await until('the old agent ends', async () => !before.agent.isRunning(), endsWithinMs);
    const succeeds = async (...args: Parameters<typeof run>) => (await run(...args).exited).code === 0;
    faults.push(...(await restoreElsewhere(machine, succeeds)));
    const busy = { LIMIT_UPLOADS_PER_HOUR: '1000000', JOBS: 'elsewhere' };
    const places = [await freePort(undefined), await freePort(undefined)].map((port) => ({
      port,
      start: async () => (await web(busy, port)).group,
    }));
    return [...faults, ...(await checkRestarts(bench, machine, places))];
  });
}

type TargetCommand = (
  target: string,
  program: string,
  env: Record<string, string>,
  args: string[],
) => Promise<boolean>;

/** Backs up and restores by the files of the image `migrate`, into an empty database and folder. */
async function restoreElsewhere(machine: Machine, command: TargetCommand): Promise<string[]> {
  const file = path.join(machine.dataDir, 'check.backup');
  const DATABASE_URL = Object.assign(new URL(machine.databaseUrl), { pathname: '/restored' }).href;
  const DATA_DIR = path.join(machine.dataDir, 'restored');
  await withClient(machine.databaseUrl, (client) => client.query('CREATE DATABASE restored'));
  const key = { BACKUP_KEY: 'a key of this check, long enough' };
  const isMade = await command('migrate', 'scripts/backup.ts', key, [file]);
  if (
    !isMade ||
    !(await command('migrate', 'scripts/restore.ts', { ...key, DATABASE_URL, DATA_DIR }, [file]))
  )
    return ['Image migrate: backup or restore failed.'];
  console.log(`      restored elsewhere: ${await untilLead(DATABASE_URL)}`);
  return [];
}

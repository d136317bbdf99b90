import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../../lib/i18n/language.ts';
import { publicPages } from '../../../lib/i18n/routing.ts';
import { pageScriptsFile } from '../../../lib/server/http/page-policy.ts';
import { policyHeader } from '../../../lib/security-headers.ts';
import { freePort } from '../../start/ports.mjs';
import { startGroup } from '../../start/process-group.mjs';
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
    const faults = await unsealedPages(proxy.url);

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
    faults.push(...(await restoredElsewhere(machine, succeeds)));
    const busy = { LIMIT_UPLOADS_PER_HOUR: '1000000', JOBS: 'elsewhere' };
    const places = [await freePort(undefined), await freePort(undefined)].map((port) => ({
      port,
      start: async () => (await web(busy, port)).group,
    }));
    faults.push(...(await checkRestarts(bench, machine, places)));
    return [...faults, ...(await unsealedStarts(bench, image, machine))];
  });
}

/** Pages whose policy misses one of their inline scripts, or allows all. */
async function unsealedPages(url: string): Promise<string[]> {
  const paths = publicPages.flatMap((page) =>
    languages.map((language) => (language === 'uz' ? page : `/${language}${page === '/' ? '' : page}`)),
  );
  const faults: string[] = [];
  for (const name of [...paths, '/nothing-here', '/admin/leads']) {
    const response = await fetch(url + name, { redirect: 'manual' });
    const policy = response.headers.get(policyHeader) ?? '';
    const [scripts = ''] = /script-src[^;]*/.exec(policy) ?? [];
    const html = await response.text();
    const codes = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
      ([, attributes = '']) => !attributes.includes('json'),
    );
    const isAllowed = ([, attributes = '', code = '']: RegExpExecArray) =>
      scripts.includes(createHash('sha256').update(code).digest('base64')) ||
      scripts.includes(`'nonce-${/nonce="([^"]+)"/.exec(attributes)?.[1]}'`);
    if (scripts === '' || scripts.includes('unsafe-inline') || !codes.every(isAllowed))
      faults.push(`Standalone: ${name} is not sealed.`);
  }
  console.log(`      ${paths.length + 2} pages sealed, faults: ${faults.length}`);
  return faults;
}

type TargetCommand = (
  target: string,
  program: string,
  env: Record<string, string>,
  args: string[],
) => Promise<boolean>;

/** Backs up and restores by the files of the image `migrate`, into an empty database and folder. */
async function restoredElsewhere(machine: Machine, command: TargetCommand): Promise<string[]> {
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

/** The same build with an empty list of scripts must not start. */
async function unsealedStarts(bench: Bench, image: string, machine: Machine): Promise<string[]> {
  const folder = path.join(bench.work, 'unsealed');
  cpSync(path.join(image, 'web'), folder, { recursive: true, verbatimSymlinks: true });
  writeFileSync(path.join(folder, pageScriptsFile), '{}');
  const env = { ...process.env, ...machine.env, NODE_ENV: 'production' as const, DATA_DIR: machine.dataDir };
  const port = String(await freePort(undefined));
  const logFile = path.join(bench.work, 'unsealed.log');
  const program = { command: process.execPath, args: ['server.js'], cwd: folder, logFile };
  const group = startGroup({ ...program, env: { ...env, PORT: port } });
  const late = setTimeout(group.kill, 20_000);
  const { code } = await group.exited;
  clearTimeout(late);
  const said = readFileSync(logFile, 'utf8');
  if (code !== null && code !== 0 && said.includes('not sealed')) return [];
  return [`Standalone: a build that is not sealed comes up (${code}): ${said.slice(-300)}`];
}

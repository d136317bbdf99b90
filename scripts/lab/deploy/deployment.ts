import path from 'node:path';
import { freePort } from '../../start/ports.mjs';
import { isAnswering, type Machine, startOn, until } from './local-parts.ts';
import { startPooler } from './pooler.ts';

/** Migrates the machine's database, and runs the files of the images on it, behind PgBouncer. */
export async function deploy(
  image: string,
  machine: Machine,
  publicUrl: string,
  settings: Record<string, string> = {},
) {
  const run = (target: string, program: string, env: Record<string, string> = {}, args: string[] = []) =>
    startOn(machine, {
      command: process.execPath,
      args: ['--dns-result-order=ipv4first', program, ...args],
      cwd: path.join(image, target),
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: machine.dataDir, ...machine.env, ...env },
      logFile: path.join(machine.dataDir, 'logs', `${target}.log`),
    });
  const { code } = await run('migrate', 'scripts/migrate.ts').exited;
  if (code !== 0) throw new Error('The migration failed.');
  const urls = { DATABASE_URL: await startPooler(machine), DIRECT_URL: machine.databaseUrl };
  const own = { ...urls, PUBLIC_URL: publicUrl, NEXT_MANUAL_SIG_HANDLE: 'true', ...settings };
  return {
    run,
    /** Starts a web app, by default on a free port, and waits until it is ready. */
    async web(more: Record<string, string> = {}, wanted?: number) {
      const port = wanted ?? (await freePort(undefined));
      const group = run('web', 'server.js', { ...own, ...more, PORT: String(port) });
      await until('the web app is ready', () => isAnswering(port, '/api/ready'));
      return { group, port };
    },
    agent: () => run('agent', 'agent/supervisor.ts', own),
  };
}

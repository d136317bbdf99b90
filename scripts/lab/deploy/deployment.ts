import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../start/ports.mjs';
import { isAnswering, until } from '../../start/wait-until.ts';
import { type LocalParts, startBeside } from './local-parts.ts';

/** Migrates the machine's database, and puts PgBouncer before it. @returns functions that run the images' files there */
export async function deploy(
  image: string,
  parts: LocalParts,
  publicUrl: string,
  settings: Record<string, string> = {},
) {
  const run = (target: string, program: string, env: Record<string, string> = {}, args: string[] = []) =>
    startBeside(parts, {
      command: process.execPath,
      args: ['--dns-result-order=ipv4first', program, ...args],
      cwd: path.join(image, target),
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: parts.dataDir, ...parts.env, ...env },
      logFile: path.join(parts.dataDir, 'logs', `${target}.log`),
    });
  /** Runs a script of the image `migrate` to its end. */
  const script = async (name: string, ...runArgs: [env?: Record<string, string>, args?: string[]]) => {
    const { code } = await run('migrate', `scripts/${name}.ts`, ...runArgs).exited;
    if (code !== 0) throw new Error(`Image migrate: ${name} failed.`);
  };
  await script('migrate');
  const urls = { DATABASE_URL: await startPooler(parts), DIRECT_URL: parts.databaseUrl };
  const commonEnv = { ...urls, PUBLIC_URL: publicUrl, NEXT_MANUAL_SIG_HANDLE: 'true', ...settings };
  return {
    script,
    /** Starts a web app, by default on a free port, and waits until it is ready. */
    async web(extraEnv: Record<string, string> = {}, fixedPort?: number) {
      const port = fixedPort ?? (await freePort(undefined));
      const group = run('web', 'server.js', { ...commonEnv, ...extraEnv, PORT: String(port) });
      await until('the web app is ready', () => isAnswering(`http://localhost:${port}/api/ready`));
      return { group, port };
    },
    agent: () => run('agent', 'agent/supervisor.ts', commonEnv),
  };
}

/**
 * Starts PgBouncer in front of the machine's Postgres, in transaction mode; returns its address.
 * @throws Error if it is not installed
 */
async function startPooler(parts: LocalParts): Promise<string> {
  const { databaseUrl, dataDir } = parts;
  const program = findProgram(['pgbouncer']);
  if (program === undefined) throw new Error('No pgbouncer: apt-get install pgbouncer.');
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort(undefined);
  const users = path.join(dataDir, 'users.txt');
  const file = path.join(dataDir, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const config = `[databases]
${pathname.slice(1)} = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = plain
auth_file = ${users}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
unix_socket_dir =
`;
  writeFileSync(file, config);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const logFile = path.join(dataDir, 'logs', 'pgbouncer.log');
  startBeside(parts, { command: program, args: [...asNobody, file], logFile });
  return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
}

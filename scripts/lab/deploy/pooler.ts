import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../start/ports.mjs';
import { type Machine, startOn } from './local-parts.ts';

/**
 * Starts PgBouncer in front of the machine's Postgres, in transaction mode; returns its address.
 * @throws Error if it is not installed
 */
export async function startPooler(machine: Machine): Promise<string> {
  const { databaseUrl, dataDir } = machine;
  const program = findProgram(['pgbouncer']);
  if (program === undefined) throw new Error('No pgbouncer: apt-get install pgbouncer.');
  const { hostname, port: target, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort(undefined);
  const file = (name: string) => path.join(dataDir, name);
  writeFileSync(file('users.txt'), `"${username}" "${password}"\n`, { mode: 0o644 });
  const config = `[databases]
${pathname.slice(1)} = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = plain
auth_file = ${file('users.txt')}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
unix_socket_dir =
`;
  writeFileSync(file('pgbouncer.ini'), config, { mode: 0o644 });
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  startOn(machine, {
    command: program,
    args: [...asNobody, file('pgbouncer.ini')],
    logFile: file('logs/pgbouncer.log'),
  });
  return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
}

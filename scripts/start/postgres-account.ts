import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { StepFailed } from './progress.mjs';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/**
 * The account Postgres runs as: it refuses to run as root, so root lends it an unprivileged one.
 * @returns undefined where this process's own account will do
 * @throws StepFailed if root finds no such account
 */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')];
    if (uid !== undefined && gid !== undefined) return { uid, gid, name };
  }
  throw new StepFailed('Postgres does not run as root, and there is no account "postgres" or "nobody".', {
    advice: 'add one (useradd postgres), start as an ordinary user, or set DATABASE_URL.',
  });
}

/** @throws StepFailed that names the folder which keeps the account from reaching the path */
export function checkReach(account: Account, target: string): void {
  const { uid, gid } = account;
  const parts = target.split(path.sep);
  for (let length = 1; length <= parts.length; length++) {
    const folder = parts.slice(0, length).join(path.sep) || path.sep;
    if (spawnSync('test', ['-x', folder], { uid, gid, cwd: '/' }).status === 0) continue;
    throw new StepFailed(`Postgres runs as the account "${account.name}", which may not enter ${folder}.`, {
      advice: `start as an ordinary user, or move ${target} out of the private folder, or set DATABASE_URL.`,
    });
  }
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findProgram } from '../../lib/server/platform/find-program.mjs';
import { StepFailed } from './progress.mjs';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/**
 * The account that Postgres runs under when the start command runs as root, which Postgres refuses.
 * @returns undefined if this process's own account will do
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

/** How to start a program so that it runs as the account and reaches the target folders. */
export interface AccountAccess {
  uid?: number;
  gid?: number;
  /** setpriv with its arguments; empty if the account needs no capability. */
  prefix: string[];
}

/**
 * Finds how Postgres can run as the account and reach the target folders. For a private folder, such as root's home, setpriv adds a
 * Linux capability.
 * @throws StepFailed that names the folder if that is impossible
 */
export function findAccess(account: Account | undefined, targets: string[]): AccountAccess {
  if (account === undefined) return { prefix: [] };
  const { uid, gid } = account;
  const access = { uid, gid, prefix: [] };
  const closedFolders = targets.map((target) => findClosedFolder(access, target));
  const closedFolder = closedFolders.find((folder) => folder !== undefined);
  if (closedFolder === undefined) return access;
  const setpriv = findProgram(['setpriv']);
  for (const capability of setpriv === undefined ? [] : ['dac_read_search', 'dac_override']) {
    const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const capabilities = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
    const raised = { prefix: [setpriv ?? '', ...identity, ...capabilities] };
    if (targets.every((target) => findClosedFolder(raised, target) === undefined)) return raised;
  }
  const reason = `Postgres runs as the account "${account.name}", which may not enter ${closedFolder}.`;
  throw new StepFailed(reason, {
    advice:
      'start as an ordinary user, or move the folder (DATA_DIR moves the data alone), or set DATABASE_URL.',
  });
}

/** @returns the first folder of the path that the account cannot enter */
function findClosedFolder({ uid, gid, prefix }: AccountAccess, target: string): string | undefined {
  const parts = target.split(path.sep);
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join(path.sep) || path.sep);
  // Tries to enter, because permission bits do not show an ACL.
  const [command = 'test', ...args] = [...prefix, 'test', '-e'];
  const canEnter = (folder: string) =>
    spawnSync(command, [...args, `${folder}${path.sep}.`], { uid, gid, cwd: '/' }).status === 0;
  return folders.find((folder) => !canEnter(folder));
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}

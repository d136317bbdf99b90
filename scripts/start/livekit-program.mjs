import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram, isProgram } from '../../lib/server/platform/find-program.mjs';
import { downloadRelease } from './livekit-release.mjs';
import { oneAtATime } from './lock.mjs';
import { say } from './progress.mjs';
import { runCommand } from './run-command.mjs';

const version = '1.13.5';
const ending = process.platform === 'win32' ? '.exe' : '';
const unfinished = 'livekit-new-';

/**
 * The LiveKit server's program: the one on PATH, else the one kept from an earlier run, else built with Go, else the
 * official release.
 * @param {import('./run-command.mjs').Place} place
 * @returns {Promise<string>} its path
 * @throws {StepFailed} of the last way that was tried
 */
export async function livekitProgram(place) {
  const present = findProgram(['livekit-server']);
  if (present !== undefined) return present;
  const cacheDir = makeCacheDir(place);
  const target = path.join(cacheDir, `livekit-server-v${version}${ending}`);
  if (isProgram(target)) return target;
  const onWait = () => say('  … the LiveKit server is already being fetched, waiting for it');
  return oneAtATime(target, onWait, async () => {
    if (!isProgram(target)) await obtain(place, cacheDir, target);
    return target;
  });
}

async function obtain(place, cacheDir, target) {
  for (const name of readdirSync(cacheDir).filter((entry) => entry.startsWith(unfinished)))
    rmSync(path.join(cacheDir, name), { recursive: true, force: true });
  // Beside the target, so that a whole program takes its place in one step.
  const folder = mkdtempSync(path.join(cacheDir, unfinished));
  try {
    const made = (await buildWithGo(place, folder)) ?? (await downloadRelease(place, version, folder));
    renameSync(made, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<string | undefined>} undefined where there is no Go, or it did not succeed */
async function buildWithGo(place, folder) {
  const go = findProgram(['go']);
  if (go === undefined) return undefined;
  const args = ['install', `github.com/livekit/livekit-server/cmd/server@v${version}`];
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
  try {
    const command = { name: 'livekit-build', title: 'go install', command: go, args, env, cwd: folder };
    await runCommand(place, command);
  } catch (error) {
    place.signal.throwIfAborted();
    say(`  … ${error.message} (${error.logFile}) Trying the official release instead.`);
    return undefined;
  }
  return path.join(folder, `server${ending}`);
}

/** One for all clones of a user; where the user has none, the data folder's. */
function makeCacheDir({ dataDir }) {
  const shared = path.join(userCacheDir(), 'ovoz');
  try {
    mkdirSync(shared, { recursive: true });
    accessSync(shared, constants.W_OK);
    return shared;
  } catch {
    const own = path.join(dataDir, 'cache');
    mkdirSync(own, { recursive: true });
    return own;
  }
}

function userCacheDir() {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches');
  if (process.platform === 'win32')
    return process.env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local');
  return path.join(os.homedir(), '.cache');
}

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram, isProgram } from '../../lib/server/platform/find-program.mjs';
import { runExclusively } from './lock.mjs';
import { print, StepFailed } from './progress.mjs';
import { runToEnd } from './process-group.mjs';

const downloadLimitMs = 5 * 60_000;
const architectures = { x64: 'amd64', arm64: 'arm64', arm: 'armv7' };
const systems = { linux: 'linux', win32: 'windows' };
const advice =
  'install livekit-server (macOS: brew install livekit) or Go, or set LIVEKIT_URL; the site runs without calls meanwhile.';

/**
 * @typedef {object} ObtainOptions
 * @property {string} dataDir
 * @property {AbortSignal} signal
 */

/**
 * Downloads LiveKit's release for this machine and compares it with the release's own list of checksums.
 * @param {ObtainOptions} options
 * @param {string} version
 * @param {string} folder
 * @returns {Promise<string>} the program's path in the folder
 * @throws {StepFailed} if there is no release, it cannot be downloaded, or its checksum differs
 */
async function downloadRelease(options, version, folder) {
  const [system, architecture] = [systems[process.platform], architectures[process.arch]];
  if (system === undefined || architecture === undefined)
    throw new StepFailed('The LiveKit server has no release for this system.', { advice });
  const base = `https://github.com/livekit/livekit/releases/download/v${version}`;
  const name = `livekit_${version}_${system}_${architecture}.${system === 'windows' ? 'zip' : 'tar.gz'}`;

  const checksums = (await download(options, `${base}/checksums.txt`)).toString('utf8');
  const archive = await download(options, `${base}/${name}`);
  if (checksumIn(checksums, name) !== createHash('sha256').update(archive).digest('hex'))
    throw new StepFailed(`The checksum of ${name} is not the one of its release.`, { advice });

  writeFileSync(path.join(folder, name), archive);
  const { signal } = options;
  await runToEnd('tar', { command: 'tar', args: ['-xf', name], cwd: folder }, { signal, advice });
  return path.join(folder, system === 'windows' ? 'livekit-server.exe' : 'livekit-server');
}

/**
 * Finds a file's checksum in a list in the format of sha256sum.
 * @param {string} list
 * @param {string} name
 * @returns {string | undefined}
 */
export function checksumIn(list, name) {
  const line = list.split('\n').find((entry) => entry.trim().split(/\s+\*?/)[1] === name);
  return line?.trim().split(/\s+/)[0]?.toLowerCase();
}

async function download({ signal }, url) {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(downloadLimitMs)]),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    throw new StepFailed(`The LiveKit server could not be downloaded (${url}: ${error.message}).`, {
      advice,
    });
  }
}

const version = '1.13.5';
const executableSuffix = process.platform === 'win32' ? '.exe' : '';
const unfinishedPrefix = 'livekit-new-';

/**
 * Finds the LiveKit server: on PATH, in the cache, built with Go, or the official release, in this order.
 * @param {ObtainOptions} options
 * @returns {Promise<string>} its path
 * @throws {StepFailed} if every way failed: the error of the last one
 */
export async function obtainLiveKit(options) {
  const programOnPath = findProgram(['livekit-server']);
  if (programOnPath !== undefined) return programOnPath;
  const cacheDir = makeCacheDir(options);
  const target = path.join(cacheDir, `livekit-server-v${version}${executableSuffix}`);
  if (isProgram(target)) return target;
  return runExclusively(
    target,
    'the LiveKit server is already being fetched',
    async () => {
      if (!isProgram(target)) await install(options, cacheDir, target);
      return target;
    },
    options.signal,
  );
}

async function install(options, cacheDir, target) {
  for (const name of readdirSync(cacheDir).filter((entry) => entry.startsWith(unfinishedPrefix)))
    rmSync(path.join(cacheDir, name), { recursive: true, force: true });
  // On the target's file system, so that a rename puts the complete program there.
  const folder = mkdtempSync(path.join(cacheDir, unfinishedPrefix));
  try {
    const program = (await buildWithGo(options, folder)) ?? (await downloadRelease(options, version, folder));
    renameSync(program, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<string | undefined>} undefined without Go, or if the build failed */
async function buildWithGo({ signal }, folder) {
  const go = findProgram(['go']);
  if (go === undefined) return undefined;
  const args = ['install', `github.com/livekit/livekit-server/cmd/server@v${version}`];
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
  try {
    const logFile = path.join(path.dirname(folder), 'livekit-build.log');
    await runToEnd('go install', { command: go, args, env, cwd: folder, logFile }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    print(`  … ${error.message} (${error.logFile}) Trying the official release instead.`);
    return undefined;
  }
  return path.join(folder, `server${executableSuffix}`);
}

/** The cache is shared by all clones of a user. If it is not writable, the data folder has one. */
function makeCacheDir({ dataDir }) {
  const sharedDir = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'ovoz');
  try {
    mkdirSync(sharedDir, { recursive: true });
    accessSync(sharedDir, constants.W_OK);
    return sharedDir;
  } catch {
    const ownDir = path.join(dataDir, 'cache');
    mkdirSync(ownDir, { recursive: true });
    return ownDir;
  }
}

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { StepFailed } from './progress.mjs';
import { runCommand } from './run-command.mjs';

const downloadLimitMs = 5 * 60_000;
const architectures = { x64: 'amd64', arm64: 'arm64', arm: 'armv7' };
const systems = { linux: 'linux', win32: 'windows' };
const advice =
  'install livekit-server (macOS: brew install livekit) or Go, or set LIVEKIT_URL; the site runs without calls meanwhile.';

/**
 * Downloads the project's release for this machine and compares it with the release's own list of checksums.
 * @param {import('./run-command.mjs').Place} place
 * @param {string} version
 * @param {string} folder
 * @returns {Promise<string>} the program's path in the folder
 * @throws {StepFailed} if there is none, it cannot be had, or its checksum differs
 */
export async function downloadRelease(place, version, folder) {
  const [system, architecture] = [systems[process.platform], architectures[process.arch]];
  if (system === undefined || architecture === undefined)
    throw new StepFailed('The LiveKit server has no release for this system.', { advice });
  const base = `https://github.com/livekit/livekit/releases/download/v${version}`;
  const name = `livekit_${version}_${system}_${architecture}.${system === 'windows' ? 'zip' : 'tar.gz'}`;

  const sums = (await download(place, `${base}/checksums.txt`)).toString('utf8');
  const archive = await download(place, `${base}/${name}`);
  if (checksumIn(sums, name) !== createHash('sha256').update(archive).digest('hex'))
    throw new StepFailed(`The checksum of ${name} is not the one of its release.`, { advice });

  writeFileSync(path.join(folder, name), archive);
  const unpack = { name: 'livekit-unpack', title: 'tar', command: 'tar', args: ['-xf', name], cwd: folder };
  await runCommand(place, unpack, advice);
  return path.join(folder, system === 'windows' ? 'livekit-server.exe' : 'livekit-server');
}

/**
 * Finds a file's sum in a list as sha256sum writes it.
 * @param {string} list
 * @param {string} name
 * @returns {string | undefined}
 */
export function checksumIn(list, name) {
  const line = list.split('\n').find((entry) => entry.trim().split(/\s+\*?/)[1] === name);
  return line?.trim().split(/\s+/)[0]?.toLowerCase();
}

async function download({ signal }, url) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadLimitMs)]);
  try {
    const response = await fetch(url, { signal: limit });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    throw new StepFailed(`The LiveKit server could not be downloaded (${url}: ${error.message}).`, {
      advice,
    });
  }
}

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from './launch.ts';
import { runCommand } from './launch.ts';
import { StepFailed } from './progress.mjs';

const downloadLimitMs = 5 * 60_000;
const architectures: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'armv7',
};
const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', win32: 'windows' };
const advice =
  'install livekit-server (macOS: brew install livekit) or Go, or set LIVEKIT_URL; the site runs without calls meanwhile.';

/**
 * Downloads the project's release for this machine and compares it with the release's own list of checksums.
 * @returns the program's path in the folder
 * @throws StepFailed if there is none, it cannot be had, or its checksum differs
 */
export async function downloadRelease(launch: Launch, version: string, folder: string): Promise<string> {
  const [system, architecture] = [systems[process.platform], architectures[process.arch]];
  if (system === undefined || architecture === undefined)
    throw new StepFailed('The LiveKit server has no release for this system.', { advice });
  const base = `https://github.com/livekit/livekit/releases/download/v${version}`;
  const name = `livekit_${version}_${system}_${architecture}.${system === 'windows' ? 'zip' : 'tar.gz'}`;

  const sums = (await download(launch, `${base}/checksums.txt`)).toString('utf8');
  const archive = await download(launch, `${base}/${name}`);
  if (checksumIn(sums, name) !== createHash('sha256').update(archive).digest('hex'))
    throw new StepFailed(`The checksum of ${name} is not the one of its release.`, { advice });

  writeFileSync(path.join(folder, name), archive);
  const unpack = { name: 'livekit-unpack', command: 'tar', args: ['-xf', name], cwd: folder };
  await runCommand(launch, unpack, advice);
  return path.join(folder, system === 'windows' ? 'livekit-server.exe' : 'livekit-server');
}

/** Finds a file's sum in a list as sha256sum writes it. */
export function checksumIn(list: string, name: string): string | undefined {
  const line = list.split('\n').find((entry) => entry.trim().split(/\s+\*?/)[1] === name);
  return line?.trim().split(/\s+/)[0]?.toLowerCase();
}

async function download({ signal }: Launch, url: string): Promise<Buffer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadLimitMs)]);
  try {
    const response = await fetch(url, { signal: limit });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.message : String(error);
    throw new StepFailed(`The LiveKit server could not be downloaded (${url}: ${cause}).`, { advice });
  }
}

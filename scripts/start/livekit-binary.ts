import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram, isProgram } from './find-program.mjs';
import type { Launch } from './launch.ts';
import { runCommand } from './launch.ts';
import { downloadRelease } from './livekit-release.ts';
import { oneAtATime } from './lock.mjs';
import { say } from './progress.mjs';

export const livekitVersion = '1.13.5';

const ending = process.platform === 'win32' ? '.exe' : '';

/**
 * The LiveKit server's program: the one on PATH, else the one kept from an earlier run, else built with Go, else the
 * official release.
 * @throws StepFailed of the last way that was tried
 */
export async function livekitBinary(launch: Launch): Promise<string> {
  const present = findProgram(['livekit-server']);
  if (present !== undefined) return present;
  const cacheDir = path.join(userCacheDir(), 'ovoz');
  const target = path.join(cacheDir, `livekit-server-v${livekitVersion}${ending}`);
  if (isProgram(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  const onWait = () => say('  … another command is already fetching the LiveKit server, waiting for it');
  return oneAtATime(target, onWait, async () => {
    if (!isProgram(target)) await obtain(launch, cacheDir, target);
    return target;
  });
}

async function obtain(launch: Launch, cacheDir: string, target: string): Promise<void> {
  // Beside the target, so that a whole program takes its place in one step.
  const folder = mkdtempSync(path.join(cacheDir, 'livekit-new-'));
  try {
    const made =
      (await buildWithGo(launch, folder)) ?? (await downloadRelease(launch, livekitVersion, folder));
    renameSync(made, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns undefined where there is no Go, or it did not succeed */
async function buildWithGo(launch: Launch, folder: string): Promise<string | undefined> {
  const go = findProgram(['go']);
  if (go === undefined) return undefined;
  const args = ['install', `github.com/livekit/livekit-server/cmd/server@v${livekitVersion}`];
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
  try {
    await runCommand(launch, { name: 'livekit-build', command: go, args, env, cwd: folder }, '');
  } catch (error) {
    launch.signal.throwIfAborted();
    say(`  … ${error instanceof Error ? error.message : error} Trying the official release instead.`);
    return undefined;
  }
  return path.join(folder, `server${ending}`);
}

function userCacheDir(): string {
  const fallback = {
    darwin: path.join(os.homedir(), 'Library', 'Caches'),
    win32: process.env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local'),
  };
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin' || process.platform === 'win32') return fallback[process.platform];
  return path.join(os.homedir(), '.cache');
}

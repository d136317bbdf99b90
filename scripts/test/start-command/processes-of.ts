import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  name: string;
}

/** Every living process that was started for a data folder: its path is in the environment of each. */
export function processesOf(dataDir: string): FoundProcess[] {
  const found = process.platform === 'linux' ? fromProc(dataDir) : fromPs(dataDir);
  return found.filter(({ pid }) => pid !== process.pid);
}

function fromProc(dataDir: string): FoundProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${entry}/environ`, 'utf8');
      const isOurs = command.includes(dataDir) || environment.includes(`DATA_DIR=${dataDir}\0`);
      return isOurs ? [{ pid: Number(entry), name: command.trim() }] : [];
    } catch {
      return [];
    }
  });
}

function fromPs(dataDir: string): FoundProcess[] {
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(dataDir) && !line.includes('axeww'))
    .map((line) => ({ pid: Number.parseInt(line, 10), name: line.trim().slice(0, 120) }));
}

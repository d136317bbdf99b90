import { execFileSync } from 'node:child_process';
import { readPids } from '../../start/processes.ts';

/** CPU time so far and resident memory of a part with all its processes. */
interface PartUse {
  cpuS: number;
  memoryMb: number;
}

/** Counts descendants, too. Zeros while the part does not run. */
export function partUse(dataDir: string, part: string): PartUse {
  const root = readPids(dataDir)[part]?.pid;
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,cputimes='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const parents = new Map(rows.map(([pid = 0, parent = 0]) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  const ours = rows.filter(([pid = 0]) => isOurs(pid));
  return {
    cpuS: ours.reduce((sum, [, , , seconds = 0]) => sum + seconds, 0),
    memoryMb: ours.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes / 1000, 0),
  };
}

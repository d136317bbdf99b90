import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Resident memory in MB: of the web app, and of the processes under it that speak and decode. */
export interface WebMemory {
  web: number;
  others: number;
  processes: number;
}

/** The memory of the web app that keeps its data in this folder. */
export function webMemory(dataDir: string): WebMemory {
  const leader = Number(readFileSync(path.join(dataDir, 'run', 'web.pid'), 'utf8').split('\n', 1)[0]);
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const under = new Set([leader]);
  for (let before = 0; before !== under.size;) {
    before = under.size;
    for (const [pid = 0, parent = 0] of rows) if (under.has(parent)) under.add(pid);
  }
  const memoryOf = (wanted: (pid: number) => boolean) =>
    rows.reduce((sum, [pid = 0, , kilobytes = 0]) => sum + (wanted(pid) ? kilobytes / 1000 : 0), 0);
  return {
    web: memoryOf((pid) => pid === leader),
    others: memoryOf((pid) => pid !== leader && under.has(pid)),
    processes: under.size - 1,
  };
}

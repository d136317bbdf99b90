import { execFileSync } from 'node:child_process';
import { readPids } from '../start/processes.ts';

/** The process that leads a part of the product whose data is in this folder. */
function leaderOf(dataDir: string, part: 'agent' | 'web'): number {
  return readPids(dataDir)[part]?.pid ?? 0;
}

/** A row of numbers for each process of this machine. */
function processes(columns: string): number[][] {
  return execFileSync('ps', ['-A', '-o', columns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

/** Time on the processor so far, in seconds, and memory, in MB, of all processes of the agent. */
export interface AgentUse {
  cpuS: number;
  memoryMb: number;
}

export function agentUse(dataDir: string): AgentUse {
  const leader = leaderOf(dataDir, 'agent');
  const rows = processes('pgid=,rss=,cputimes=').filter(([group]) => group === leader);
  return {
    cpuS: rows.reduce((sum, [, , seconds = 0]) => sum + seconds, 0),
    memoryMb: rows.reduce((sum, [, kilobytes = 0]) => sum + kilobytes / 1000, 0),
  };
}

/** Resident memory in MB: of the web app, and of the processes under it that speak and decode. */
export function webMemory(dataDir: string): { web: number; others: number; processes: number } {
  const leader = leaderOf(dataDir, 'web');
  const rows = processes('pid=,ppid=,rss=');
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

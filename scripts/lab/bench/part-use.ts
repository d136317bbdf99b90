import { execFileSync } from 'node:child_process';
import { readPids } from '../../start/processes.ts';

/** CPU time so far and resident memory of all processes of the agent. */
interface AgentUse {
  cpuS: number;
  memoryMb: number;
}

export function agentUse(dataDir: string): AgentUse {
  const leader = readPids(dataDir).agent?.pid;
  const rows = execFileSync('ps', ['-A', '-o', 'pgid=,rss=,cputimes='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([group]) => group === leader);
  return {
    cpuS: rows.reduce((sum, [, , seconds = 0]) => sum + seconds, 0),
    memoryMb: rows.reduce((sum, [, kilobytes = 0]) => sum + kilobytes / 1000, 0),
  };
}

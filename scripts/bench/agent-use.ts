import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the agent's processes have used of the processor so far, in seconds, and hold of memory, in MB. */
export interface AgentUse {
  cpuS: number;
  memoryMb: number;
}

/** Of the agent that keeps its data in this folder. */
export function agentUse(dataDir: string): AgentUse {
  const leader = Number(readFileSync(path.join(dataDir, 'run', 'agent.pid'), 'utf8').split('\n', 1)[0]);
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

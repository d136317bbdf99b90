import { availableParallelism } from 'node:os';
import { SideProcess } from '../../platform/side-process.ts';
import type { DecodingRequest } from './messages.ts';

const script = 'lib/server/audio/decode/process.ts';
/** An idle process keeps 60 MB: it goes when nothing was decoded for a while. */
const idleMs = 60_000;
const mostProcesses = Math.max(1, Math.min(4, availableParallelism()));

interface Resting {
  side: SideProcess;
  timer: NodeJS.Timeout;
}

const resting: Resting[] = [];
const queue: (() => void)[] = [];
let lent = 0;

/** A decoding process for one file; when all are busy, the next one that is given back. @throws Error when none starts */
export async function lendProcess(): Promise<SideProcess> {
  while (lent >= mostProcesses) await new Promise<void>((resolve) => queue.push(resolve));
  lent++;
  for (let rested = resting.pop(); rested; rested = resting.pop()) {
    clearTimeout(rested.timer);
    if (rested.side.alive) return rested.side;
  }
  const side = new SideProcess(script);
  try {
    await side.ask('ready' satisfies DecodingRequest);
    return side;
  } catch (error) {
    giveBack(side);
    throw error;
  }
}

/** Takes a process back for the next file; a closed one makes room for a new one. */
export function giveBack(side: SideProcess): void {
  lent--;
  if (side.alive) resting.push({ side, timer: setTimeout(() => side.close(), idleMs).unref() });
  queue.shift()?.();
}

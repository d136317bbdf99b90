/**
 * npm run bench:call [-- --model] [1 10 16 20]: this many simultaneous spoken calls. --model uses a loopback language model.
 * BASE_URL names a running product.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readPids } from '../../start/processes.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { buildCallers, nextPhone } from './callers.ts';
import { measureFirstAudioMs } from './chromium-call.ts';
import { loadText, percentile } from './timing.ts';
import { loopbackVendors } from './vendors.ts';

/** The pause after each round, in which its rooms close. */
const restMs = 3_000;
const chromiumCallCount = 7;
const interruptedCalls = 3;

const { values, positionals } = parseArgs({
  options: { model: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const callerCounts = positionals.length > 0 ? positionals.map(Number) : [1, 5, 10];

/** The median and the 95th percentile. */
function spread(values: number[]): string {
  return [0.5, 0.95].map((share) => Math.round(percentile(values, share))).join(' / ');
}

/** CPU time so far and resident memory of a part with all its processes. */
interface PartUse {
  cpuS: number;
  memoryMb: number;
}

function partUse(dataDir: string, part: string): PartUse {
  // The start command makes each part a session.
  const session = String(readPids(dataDir)[part]?.pid);
  const text = execFileSync('ps', ['-o', 'rss=,cputimes=', '-s', session], { encoding: 'utf8' });
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return {
    cpuS: rows.reduce((sum, [, seconds = 0]) => sum + seconds, 0),
    memoryMb: rows.reduce((sum, [kilobytes = 0]) => sum + kilobytes / 1000, 0),
  };
}

/** Starts this many calls at once. @returns a row of the table */
async function measure(callers: number) {
  const agentUse = () => product.dataDir && partUse(product.dataDir, 'agent');
  const useBefore = agentUse();
  const beganMs = performance.now();
  const calls = await program.call(product.url, callers);
  const durationS = (performance.now() - beganMs) / 1000;
  const useAfter = agentUse();
  await delay(restMs);
  return {
    callers,
    'click to first audio, ms': spread(calls.flatMap(({ firstAudioMs }) => firstAudioMs ?? [])),
    'end of speech to audio, ms': spread(calls.flatMap(({ responsesMs }) => responsesMs)),
    'to the end': calls.filter(({ closedByAgent }) => closedByAgent).length,
    ...(useBefore &&
      useAfter && {
        'of a core a call, %': Math.round((100 * (useAfter.cpuS - useBefore.cpuS)) / durationS / callers),
        'agent, MB': Math.round(useAfter.memoryMb),
      }),
  };
}

/** Holds calls one after another, in which the visitor talks over the agent. @returns the times to its silence, in milliseconds */
async function interrupt(): Promise<number[]> {
  const silencedMs: number[] = [];
  for (let round = 0; round < interruptedCalls; round++) {
    for (const call of await program.call(product.url, 1, true)) silencedMs.push(...call.silencedMs);
    await delay(restMs);
  }
  return silencedMs;
}

await using program = await buildCallers();
await using vendors = values.model ? await loopbackVendors() : undefined;
await using product = await openProduct({
  LIMIT_CALLS_PER_HOUR: '10000',
  LIMIT_CALLS_AT_ONCE: '1000',
  ...vendors?.settings,
});
const rows: object[] = [];
for (const callers of callerCounts) rows.push(await measure(callers));
console.log(`median / p95; ${loadText()}`);
console.table(rows);
console.log(`barge-in to silence, ms: ${spread(await interrupt())}`);
const phones = Array.from({ length: chromiumCallCount }, nextPhone);
const firstAudioMs = await measureFirstAudioMs(product.url, phones);
console.log(`in Chromium, one after the other: click to first audio, ms: ${spread(firstAudioMs)}`);

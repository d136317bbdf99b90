/**
 * npm run bench:call [-- --model] [1 10 16 20]: this many simultaneous spoken calls. --model uses a loopback language model.
 * BASE_URL names a running product.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { product } from '../product.ts';
import { type Manner, buildCallers, nextPhone } from './callers.ts';
import { chromiumCalls } from './chromium-call.ts';
import { partUse } from './part-use.ts';
import { load, percentile } from './timing.ts';
import { loopbackVendors } from './vendors.ts';

/** The pause between two rounds, in which the first one's rooms close. */
const restMs = 3_000;
const chromiumCallCount = 7;
const talkedOverCalls = 3;

const { values, positionals } = parseArgs({
  options: { model: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rounds = positionals.length > 0 ? positionals.map(Number) : [1, 5, 10];

/** The median and the 95th percentile. */
function spread(values: number[]): string {
  return [0.5, 0.95].map((share) => Math.round(percentile(values, share))).join(' / ');
}

/** Starts this many calls in the same millisecond. */
async function measure(callers: number) {
  const agentUse = () => running.dataDir && partUse(running.dataDir, 'agent');
  const before = agentUse();
  const beganMs = performance.now();
  const measured = await program.call(running.url, callers);
  const lastedS = (performance.now() - beganMs) / 1000;
  const after = agentUse();
  await delay(restMs);
  return {
    callers,
    'click to first audio, ms': spread(measured.flatMap(({ firstAudioMs }) => firstAudioMs ?? [])),
    'end of speech to audio, ms': spread(measured.flatMap(({ responsesMs }) => responsesMs)),
    'to the end': measured.filter(({ closedByAgent }) => closedByAgent).length,
    ...(before &&
      after && {
        'of a core a call, %': Math.round((100 * (after.cpuS - before.cpuS)) / lastedS / callers),
        'agent, MB': Math.round(after.memoryMb),
      }),
  };
}

/** Holds some calls one by one, in which the visitor makes sounds while the agent speaks. */
async function interrupt(manner: Manner) {
  const silencedMs: number[] = [];
  const returnedMs: number[] = [];
  for (let calls = 0; calls < talkedOverCalls; calls++) {
    for (const measured of await program.call(running.url, 1, manner)) {
      silencedMs.push(...measured.silencedMs);
      returnedMs.push(...measured.returnedMs);
    }
    await delay(restMs);
  }
  return { silencedMs, returnedMs };
}

const program = await buildCallers();
const vendors = values.model ? await loopbackVendors() : undefined;
const running = await product({
  LIMIT_CALLS_PER_HOUR: '10000',
  LIMIT_CALLS_AT_ONCE: '1000',
  ...vendors?.settings,
});
try {
  const rows: object[] = [];
  for (const callers of rounds) rows.push(await measure(callers));
  console.log(`median / p95; ${load()}`);
  console.table(rows);
  const { silencedMs } = await interrupt('talks over');
  console.log(`barge-in to silence, ms: ${spread(silencedMs)}`);
  if (vendors !== undefined) {
    // Without a recogniser a nod interrupts.
    vendors.hearsNods();
    const { returnedMs } = await interrupt('nods');
    console.log(`end of a nod to voice, ms: ${spread(returnedMs)} (${returnedMs.length} nods)`);
  }
  const phones = Array.from({ length: chromiumCallCount }, nextPhone);
  const clicks = await chromiumCalls(running.url, phones);
  console.log(`in Chromium, one after the other: click to first audio, ms: ${spread(clicks)}`);
} finally {
  await running.stop();
  await program.remove();
}
process.exit(0);

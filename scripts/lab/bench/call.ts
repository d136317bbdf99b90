/**
 * npm run bench:call [-- --model] [1 10 16 20]: this many simultaneous spoken calls. --model uses a loopback language model.
 * BASE_URL names a running product.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { product } from '../product.ts';
import { type Measured, buildCallers } from './callers.ts';
import { chromiumCalls } from './chromium-call.ts';
import { partUse } from './part-use.ts';
import { percentile } from './timing.ts';
import { answerPackets, loopbackVendors, nextPhone, nextRequest, nodOf, vendorDelays } from './visitors.ts';

/** A whole interview takes less than this. */
const callLimitMs = 120_000;
/** The pause between two rounds, in which the first one's rooms close. */
const restMs = 3_000;
const loopResolutionMs = 10;
const chromiumCallCount = 7;
const talkedOverCalls = 3;

const { values, positionals } = parseArgs({
  options: { model: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const withModel = values.model;
const rounds = positionals.length > 0 ? positionals.map(Number) : [1, 5, 10];

function round(callers: number, over: { talksOver?: boolean; nod?: string[] } = {}): Promise<Measured[]> {
  const requests = Array.from({ length: callers }, nextRequest);
  return program.call({
    baseUrl: running.url,
    requests,
    answers: packets,
    talksOver: false,
    ...over,
    limitMs: callLimitMs,
  });
}

/** Visitors who talk over the agent, then ones who nod. Without a recogniser a nod interrupts. */
async function talkOver() {
  const interrupted = await oneByOne({ talksOver: true });
  vendors?.hearsNods();
  const nodded = vendors && (await oneByOne({ nod: nodOf(packets) }));
  const returnedMs = nodded?.flatMap((measured) => measured.returnedMs);
  return {
    callers: 1,
    'barge-in to silence, ms': spread(interrupted.flatMap(({ silencedMs }) => silencedMs)),
    ...(returnedMs && { 'end of a nod to voice, ms': spread(returnedMs), nods: returnedMs.length }),
  };
}

async function oneByOne(over: { talksOver?: boolean; nod?: string[] }): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let calls = 0; calls < talkedOverCalls; calls++) {
    measured.push(...(await round(1, over)));
    await delay(restMs);
  }
  return measured;
}

/** The median and the 95th percentile. */
function spread(values: number[]): string {
  return [0.5, 0.95].map((share) => Math.round(percentile(values, share))).join(' / ');
}

/** Starts this many calls in the same millisecond. */
async function measure(callers: number) {
  const before = running.dataDir && partUse(running.dataDir, 'agent');
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  loop.enable();
  const beganMs = performance.now();
  const measured = await round(callers);
  const lastedS = (performance.now() - beganMs) / 1000;
  const after = running.dataDir && partUse(running.dataDir, 'agent');
  loop.disable();
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
    // How late this process answered as the loopback vendors: a part of the measured waits.
    ...(withModel && { 'vendors late, p95 ms': Math.round(loop.percentile(95) / 1e6 - loopResolutionMs) }),
  };
}

const program = await buildCallers();
const vendors = withModel ? await loopbackVendors() : undefined;
const running = await product({
  LIMIT_CALLS_PER_HOUR: '10000',
  LIMIT_CALLS_AT_ONCE: '1000',
  ...vendors?.settings,
});
const packets = await answerPackets();
try {
  const sumMs = Object.values(vendorDelays).reduce((sum, ms) => sum + ms);
  if (withModel) console.log(`language model; the vendors' own delays are ${sumMs} ms`);
  const rows: object[] = [];
  for (const callers of rounds) {
    rows.push(await measure(callers));
    await delay(restMs);
  }
  rows.push(await talkOver());
  console.log('median / p95');
  console.table(rows);
  const phones = Array.from({ length: chromiumCallCount }, nextPhone);
  const clicks = await chromiumCalls(running.url, phones);
  console.log(`in Chromium, one after the other: click to first audio, ms: ${spread(clicks)}`);
} finally {
  await running.stop();
  await program.remove();
}
process.exit(0);

/**
 * npm run bench:hour [-- <minutes>]: calls and uploads while one part of the product after the other is killed. Exits 1 if a visitor
 * has no lead, an upload no recording, or a number two leads.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { leadList, type Lead } from '../../lib/contracts/leads.ts';
import { createRoomName } from '../../lib/contracts/room.ts';
import { buildCallers } from './bench/callers.ts';
import { killableProduct, parts } from './bench/killable-product.ts';
import { answerPackets, loopbackVendors, nextPhone, nextRequest } from './bench/visitors.ts';

const minutes = Number(process.argv[2] ?? 60);
const minuteMs = 60_000;
/** An hour has twelve periods of five minutes. Each but the last one ends with a kill. */
const periods = 12;
const periodMs = (minutes * minuteMs) / periods;
const callersAtOnce = 2;
const callLimitMs = 2 * minuteMs;
/** The pause before another try, and after a call. */
const restMs = 2_000;
/** By then the web app has settled the calls of a killed agent. */
const settleLimitMs = 10 * minuteMs;
const recording = readFileSync(
  path.join(import.meta.dirname, '../../lib/server/audio/fixtures/two-voices.webm'),
);

const program = await buildCallers();
const product = await killableProduct({
  ...process.env,
  ...(await loopbackVendors()).settings,
  LIMIT_CALLS_PER_HOUR: '10000',
  LIMIT_CALLS_AT_ONCE: '1000',
  LIMIT_UPLOADS_PER_HOUR: '10000',
});
const packets = await answerPackets();
const beganAtMs = Date.now();
const isOver = () => Date.now() >= beganAtMs + minutes * minuteMs;
const late = setTimeout(() => process.exit(1), minutes * minuteMs + 2 * settleLimitMs);
// The product and its worker end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let begun = 0;
let ended = 0;
/** The numbers of visitors who heard the agent, and of accepted recordings. */
const called: string[] = [];
const uploaded: string[] = [];

async function keepCalling(): Promise<void> {
  for (; !isOver(); await delay(restMs)) {
    const request = nextRequest();
    begun++;
    const order = { baseUrl: product.url, requests: [request], answers: packets, talksOver: false };
    const [call] = await program.call({ ...order, limitMs: callLimitMs });
    if (call?.closedByAgent === true) ended++;
    if (call?.firstAudioMs !== undefined) called.push(`+${request.phoneNumber}`);
  }
}

async function keepUploading(): Promise<void> {
  for (; !isOver(); await delay(minuteMs)) {
    const phoneNumber = `+${nextPhone()}`;
    await upload({ phoneNumber, duration: '6', roomName: createRoomName() });
    uploaded.push(phoneNumber);
  }
}

/** Retries as a browser does. @throws Error if the recording is refused */
async function upload(fields: Record<string, string>): Promise<void> {
  for (; ; await delay(restMs)) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('audio', new Blob([recording], { type: 'audio/webm' }), 'conversation.webm');
    const answer = await fetch(`${product.url}/api/leads`, { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok === true) return;
    if (answer !== undefined && answer.status < 500 && answer.status !== 429)
      throw new Error(`An upload was refused: ${answer.status} ${await answer.text()}`);
  }
}

async function keepKilling(): Promise<void> {
  for (let period = 1; period <= periods; period++) {
    await delay(Math.max(0, beganAtMs + period * periodMs - Date.now()));
    await report();
    const part = parts[(period - 1) % parts.length];
    if (period === periods || part === undefined) return;
    console.log(`  SIGKILL of ${part}`);
    product.kill(part);
  }
}

async function readLeads(): Promise<Lead[]> {
  for (; ; await delay(restMs)) {
    const answer = await fetch(`${product.url}/api/leads`).catch(() => undefined);
    if (answer?.ok === true) return leadList.parse(await answer.json()).leads;
  }
}

async function report(): Promise<void> {
  const leads = await readLeads();
  const recorded = leads.filter(({ hasAudio }) => hasAudio).length;
  const memory = parts.map((part) => `${part} ${Math.round(product.memoryMb(part))} MB`);
  const errors = [...product.errors()].map(([name, count]) => `${name} ${count}`);
  const passed = Math.round((Date.now() - beganAtMs) / 1000);
  console.log(`${Math.floor(passed / 60)} min ${passed % 60} s: ${memory.join(', ')}`);
  console.log(`  calls begun ${begun}, to the end ${ended}; leads ${leads.length}, recordings ${recorded}`);
  console.log(`  errors: ${errors.join(', ') || 'none'}`);
}

/** Leads that are missing, unfinished or double. */
async function faults(): Promise<string[]> {
  const leads = Map.groupBy(await readLeads(), ({ phoneNumber }) => phoneNumber);
  const wrong = [...leads].filter(([, { length }]) => length > 1).map(([phone]) => `${phone} has two leads`);
  for (const phone of [...called, ...uploaded]) {
    const [lead] = leads.get(phone) ?? [];
    if (lead?.processingStatus !== 'completed')
      wrong.push(`${phone} has ${lead?.processingStatus ?? 'no'} lead`);
  }
  for (const phone of uploaded)
    if (leads.get(phone)?.[0]?.audioSize !== recording.length) wrong.push(`${phone} has no recording`);
  return wrong;
}

/** Waits for the settling of calls whose agent died. */
async function lastingFaults(): Promise<string[]> {
  for (const untilMs = Date.now() + settleLimitMs; ; await delay(restMs)) {
    const found = await faults();
    if (found.length === 0 || Date.now() > untilMs) return found;
  }
}

const wrong: string[] = [];
try {
  const calling = Array.from({ length: callersAtOnce }, keepCalling);
  await Promise.all([...calling, keepUploading(), keepKilling()]);
  wrong.push(...(await lastingFaults()));
  await report();
} finally {
  clearTimeout(late);
  await product.stop();
  await program.remove();
}
if (wrong.length > 0) {
  console.error([...wrong, `The data and logs are in ${product.dataDir}.`].join('\n'));
  process.exit(1);
}
rmSync(product.dataDir, { recursive: true });
console.log(`Each of ${called.length} calls and ${uploaded.length} uploads has its lead.`);
process.exit(0);

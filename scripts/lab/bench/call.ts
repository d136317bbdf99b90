/**
 * npm run bench:call [-- --model] [1 10 16 20]: this many simultaneous spoken calls. --model uses a loopback language model.
 * BASE_URL names a running product.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Measured, buildCallers, opusPackets } from './callers.ts';
import { termsVersion } from '../../../lib/contracts/consent.ts';
import { createRoomName } from '../../../lib/contracts/room.ts';
import { synthesizer } from '../../../lib/server/speech/tts.ts';
import { trimmed } from '../../../agent/speaking/phrases.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { agentUse } from './agent-use.ts';
import { chromiumCalls } from './chromium-call.ts';
import {
  LoopbackVendor,
  type ChatRequest,
  type StagedReply,
} from '../../../agent/testing/loopback-vendor.ts';
import { product } from '../product.ts';
import { percentile } from './timing.ts';

/** A whole interview takes less than this. */
const callLimitMs = 120_000;
/** The pause between two rounds, in which the first one's rooms close. */
const restMs = 3_000;
const answerRateHz = 48_000;
const loopResolutionMs = 10;
const chromiumCallCount = 7;
const talkedOverCalls = 3;
const answers = [
  'Mening ismim Aziz Karimov.',
  'Men dasturchi boʻlib ishlayman, kichik jamoani boshqaraman.',
  'Mijozlarimiz bilan ovozli muloqotni yoʻlga qoʻymoqchimiz.',
  'Bizga kuniga ming qoʻngʻiroqqa javob beradigan yordamchi kerak.',
];

const { values, positionals } = parseArgs({
  options: { model: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const withModel = values.model;
const rounds = positionals.length > 0 ? positionals.map(Number) : [1, 5, 10];

/** The vendors' delays, a lower bound of a reply's wait; the target is their sum plus 400 ms. */
const delays = { recognitionMs: 150, firstTokenMs: 250, voiceMs: 120 };

const lines = [
  'Tanishganimdan xursandman. Endi ayting-chi, hozir qayerda va kim boʻlib ishlaysiz?',
  'Ajoyib, rahmat sizga. Qanday yordamchi kerak, u mijozlaringizga nimalarni aytib bersin?',
  'Tushundim, rahmat sizga. Yana nimalar muhim, masalan kunlari va soatlari qanday boʻlsin?',
];

/** Asks another question after each answer, and says goodbye after the last one. */
function interviewer({ messages }: ChatRequest): StagedReply {
  const text = lines[messages.filter(({ role }) => role === 'user').length - 1];
  if (text !== undefined) return { text };
  return { text: 'Rahmat, xayr!', calls: [{ name: 'end_call', args: { reason: 'visitor_wishes' } }] };
}

async function loopbackVendors(): Promise<Record<string, string>> {
  const vendor = await new LoopbackVendor({ ...delays, heard: answers, reply: interviewer }).start();
  return {
    // Ten calls of a round fit into one process.
    AGENT_MAX_CALLS: '16',
    LLM_MODEL: 'loopback',
    OPENAI_BASE_URL: vendor.url,
    OPENAI_API_KEY: 'loopback',
    STT_PROVIDER: 'openai',
    STT_MODEL: 'loopback',
    TTS_PROVIDER: 'openai',
    TTS_MODEL: 'loopback',
  };
}

let phones = Math.floor(Math.random() * 1e6);

/** Each caller has a number of its own, so that no cooldown blocks the next. */
function nextPhone(): string {
  phones = (phones + 1) % 1e7;
  return `99890${String(phones).padStart(7, '0')}`;
}

async function spokenAnswers(): Promise<Int16Array[]> {
  return Promise.all(
    answers.map(async (text) => {
      const options = { language: 'uz', sampleRateHz: answerRateHz } as const;
      return trimmed(joinSamples(await Array.fromAsync(synthesizer().synthesize(text, options))));
    }),
  );
}

function round(callers: number, talksOver = false): Promise<Measured[]> {
  const requests = Array.from({ length: callers }, () => ({
    roomName: createRoomName(),
    participantName: 'User' as const,
    phoneNumber: nextPhone(),
    language: 'uz' as const,
    termsVersion,
  }));
  return program.call({
    baseUrl: running.url,
    requests,
    answers: packets,
    talksOver,
    limitMs: callLimitMs,
  });
}

/** Visitors who talk over the agent, one after the other. */
async function talkOver(): Promise<void> {
  const silenced: number[] = [];
  for (let calls = 0; calls < talkedOverCalls; calls++) {
    const [measured] = await round(1, true);
    silenced.push(...(measured?.silencedMs ?? []));
    await delay(restMs);
  }
  console.log(`barge-in: visitor's voice to the agent's silence, ms: ${spread(silenced)}`);
}

/** The median and the 95th percentile. */
function spread(values: number[]): string {
  return [0.5, 0.95].map((share) => Math.round(percentile(values, share))).join(' / ');
}

/** Starts this many calls in the same millisecond. */
async function measure(callers: number) {
  const before = running.dataDir && agentUse(running.dataDir);
  const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
  loop.enable();
  const beganMs = performance.now();
  const measured = await round(callers);
  const lastedS = (performance.now() - beganMs) / 1000;
  const after = running.dataDir && agentUse(running.dataDir);
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
const running = await product({
  LIMIT_CALLS_PER_HOUR: '10000',
  LIMIT_CALLS_AT_ONCE: '1000',
  ...(withModel && (await loopbackVendors())),
});
const packets = await opusPackets(await spokenAnswers(), answerRateHz);
try {
  const sumMs = delays.recognitionMs + delays.firstTokenMs + delays.voiceMs;
  if (withModel) console.log(`language model; the vendors' own delays are ${sumMs} ms`);
  const rows = [];
  for (const callers of rounds) {
    rows.push(await measure(callers));
    await delay(restMs);
  }
  console.log('median / p95');
  console.table(rows);
  await talkOver();
  const phones = Array.from({ length: chromiumCallCount }, nextPhone);
  const clicks = await chromiumCalls(running.url, phones);
  console.log(`in Chromium, one after the other: click to first audio, ms: ${spread(clicks)}`);
} finally {
  await running.stop();
  await program.remove();
}
process.exit(0);

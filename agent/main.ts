import './call/ffi-logs.ts';
import path from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { heartbeatAnswer } from '../lib/contracts/call-events.ts';
import type { ComparisonTask } from '../lib/contracts/evaluation.ts';
import { agentName, type DispatchMetadata } from '../lib/contracts/token.ts';
import type { InterviewPlan } from '../lib/contracts/interview.ts';
import { modelVendors } from '../lib/server/language-models/configured-models.ts';
import { configuredPlan } from '../lib/server/plan/interview-plan.ts';
import { liveKit } from '../lib/server/platform/livekit.ts';
import { checkEnv } from '../lib/server/plan/check-env.ts';
import { env } from '../lib/server/platform/env.ts';
import { log } from '../lib/server/platform/log.ts';
import { flushTraces, startTracing } from '../lib/server/platform/telemetry.ts';
import { holdCall } from './call/call.ts';
import { synthesizers } from '../lib/server/speech/tts.ts';
import { type CallContext, type CallScript, Pipeline } from './call/pipeline.ts';
import { PromiseCache } from './promise-cache.ts';
import { Heartbeat } from './reporting/heartbeat.ts';
import { serveProbes } from './reporting/probes.ts';
import { Phrases } from './speaking/call-voice.ts';
import { Copies } from './recording/copies.ts';
import { openingOf, scriptOf, scriptSentences, spokenSentences } from '../lib/server/plan/script.ts';
import { retire, stopSignals } from './stop-signals.ts';
import { warmUp } from './warm-up.ts';
import { askSigned, postSigned, webUrl } from './reporting/events.ts';
import { OwnerVoices } from './reporting/owner-voices.ts';
import { Plans } from './reporting/plans.ts';
import { UnsentEvents } from './reporting/unsent-events.ts';
import type { ModelVendors } from './call/vendors.ts';
import { startWear } from './call/wear.ts';
import { Worker } from './call/worker.ts';

checkEnv();
await startTracing('ovoz-agent');
const { AGENT_MAX_CALLS, AGENT_PORT, AGENT_RETIRE_CALLS, AGENT_RETIRE_MB, DATA_DIR, DRAIN_S } = env();
/** The time for running calls to announce their end and send their events. */
const stopWithinMs = 8_000;
/** Within 20 s of a call's end the web app decides whether it needs the copy. */
const deliverCopiesMs = 25_000;

const copies = new Copies(path.join(DATA_DIR, 'copies'), askSigned);
const unsentEvents = new UnsentEvents(path.join(DATA_DIR, 'events'), postSigned);
const ownPlan = configuredPlan();
const phrases = new Phrases(synthesizers());
const voices = new OwnerVoices(webUrl('/'), askSigned);
const plans = new Plans(
  { plan: ownPlan, webUrl: webUrl('/') },
  askSigned,
  (published) => void warmScript(published),
);
// The first call's greeting and question.
await Promise.all(ownPlan.languages.map((language) => warmPhrases({ plan: ownPlan, language }, openingOf)));

let isMoneySpent = false;
const loadedVendors = new PromiseCache<() => ModelVendors | undefined>(1);
await currentVendors();
const wear = startWear({ calls: AGENT_RETIRE_CALLS, megabytes: AGENT_RETIRE_MB });
const settings = liveKit();
const worker = new Worker({
  ...settings,
  agentName,
  maxJobs: AGENT_MAX_CALLS,
  run: async (job, signal) => {
    const vendors = await currentVendors();
    const createAgent = (call: CallContext) => {
      void warmCall(call);
      const model = call.scripted === true ? undefined : vendors;
      return new Pipeline(call, phrases, {
        synthesizers: synthesizers(),
        model,
        isMoneySpent: () => isMoneySpent,
      });
    };
    await holdCall(job, scriptOfCall, createAgent, { copies, unsentEvents }, signal).finally(wear.countCall);
  },
  onLoad: reportLoad,
});
const heartbeat = new Heartbeat(
  () => (worker.id === undefined ? undefined : { workerId: worker.id, ...currentLoad() }),
  async (load, signal) => {
    const url = webUrl('/api/agent/heartbeat');
    const answer = heartbeatAnswer.parse(await askSigned(url, load, signal));
    isMoneySpent = answer.isMoneySpent;
    void prepareCalls(answer.voice ?? undefined, answer.planVersion ?? undefined);
    if (answer.comparison !== undefined) void compareDraft(answer.comparison);
  },
);

/** The vendors of the next call; undefined if the script holds it. Loads the framework only for a model: it costs half a second and 70 MB. */
async function currentVendors(): Promise<ModelVendors | undefined> {
  if (modelVendors(env()).length === 0) return undefined;
  const vendorsNow = await loadedVendors.getOrMake('vendors', async () => {
    const { loadVendors } = await import('./call/vendors.ts');
    return loadVendors(env());
  });
  return vendorsNow();
}

/** Loads the owner's recordings first, because their sentences need no synthesis. */
async function prepareCalls(voice: string | undefined, planVersion: string | undefined): Promise<void> {
  if (await voices.prepare(voice)) void warmScript(plans.current);
  if (planVersion !== undefined) plans.prepare(planVersion);
}

async function scriptOfCall(dispatch: DispatchMetadata): Promise<CallScript> {
  const [plan, ownerVoice] = await Promise.all([plans.fetchForCall(dispatch), voices.fetchForCall(dispatch)]);
  return { plan, ownerVoice };
}

/** Loads the simulator only when the office asks for it. */
async function compareDraft(task: ComparisonTask): Promise<void> {
  const { runComparison } = await import('./simulator/compare.ts');
  await runComparison(task, { plans, plan: ownPlan, isMoneySpent: () => isMoneySpent });
}

async function warmScript(plan: InterviewPlan): Promise<void> {
  const recordings = await voices.current?.load(spokenSentences(plan));
  if (recordings !== undefined) log.info('owner_voice_loaded', { recordings });
  await Promise.all(
    plan.languages.map((language) => warmPhrases({ plan, language, ownerVoice: voices.current })),
  );
}

/** Loads recordings that no heartbeat has announced, and retries sentences that failed before. */
async function warmCall({ plan, language, ownerVoice }: CallContext): Promise<void> {
  await Promise.all(spokenSentences(plan, [language]).map((sentence) => ownerVoice?.load([sentence])));
  await warmPhrases({ plan, language, ownerVoice });
}

async function warmPhrases(
  { plan, language, ownerVoice }: Pick<CallContext, 'plan' | 'language' | 'ownerVoice'>,
  sentencesOf = scriptSentences,
): Promise<void> {
  await phrases.warm(plan, language, sentencesOf(scriptOf(plan, language)), ownerVoice);
}

const shutdown = new AbortController();
let stage: 'serving' | 'draining' | 'stopping' = 'serving';
if (AGENT_PORT !== undefined) serveProbes(AGENT_PORT, currentLoad);

function currentLoad() {
  return {
    maxJobs: stage === 'serving' && worker.id !== undefined ? AGENT_MAX_CALLS : 0,
    taken: worker.taken,
  };
}

function reportLoad(): void {
  void heartbeat.beat();
  // The supervisor answers the probes of all its processes, and replaces those that are worn out.
  if (process.connected) process.send?.({ ...currentLoad(), isWornOut: wear.isWornOut() });
}

async function drain(why: string, withinMs?: number): Promise<void> {
  if (stage === 'serving') stage = 'draining';
  log.info('agent_drain_started', { why, calls: worker.taken });
  reportLoad();
  await worker.drain(withinMs);
  // A retired process leaves the delivery of its copies to the others.
  await copies.untilDelivered(Math.min(withinMs ?? 0, deliverCopiesMs));
  await stop(why);
}

async function stop(why: string): Promise<void> {
  if (stage === 'stopping') return;
  stage = 'stopping';
  log.info('agent_stop_started', { why });
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  heartbeat.stop();
  shutdown.abort();
  await worker.stop();
  await Promise.all([dispose(), flushTraces()]);
  process.exit(0);
}
const onStopSignal = stopSignals(
  (why) => void drain(why, DRAIN_S * 1000),
  (why) => void stop(why),
);
process.on('SIGTERM', onStopSignal).on('SIGINT', onStopSignal);
process.on('message', (message) => message === retire && void drain('worn out'));
process.on('disconnect', () => void stop('parent gone'));
// An error in one call must not end the others.
process.on('unhandledRejection', (cause) => log.error('rejection_unhandled', {}, cause));

void copies.run(shutdown.signal);
void unsentEvents.run(shutdown.signal);
void warmUp(settings).then(() => warmScript(ownPlan));
await worker.run();

import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { FailureKind } from '../../lib/contracts/vendor-failures.ts';
import { firstTokenLimitMs } from '../../lib/server/language-models/chat-stream.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { tryModel } from '../../lib/server/office/model-trial.ts';
import { LanguageModel, type ModelUse } from '../models/language-model.ts';
import type { Persona } from './personas.ts';
import { type SimulatedOutcome, converse } from './simulated-conversation.ts';
import { type Check, judge, ruleChecks } from './verdict.ts';
import { playedVisitor, scriptedVisitor } from './visitors.ts';

export interface Models {
  agent: LanguageModel;
  /** Plays the visitors and judges. Without it visitors are scripted, and only rules judge. */
  evaluator?: LanguageModel;
}

/** Limits of a model that plays or judges. It may be slower than an agent's model in a call. */
const slowLimits = { firstTokenMs: 30_000, stallMs: 30_000, maxChars: 8_000 };

/** @param onUse called for each request to the evaluator. The agent's own use is in the results. */
export function modelsOf(
  vendors: readonly ModelVendor[],
  evaluator: ModelVendor | undefined,
  onUse: (use: ModelUse) => void,
): Models {
  const agent = new LanguageModel(vendors);
  if (evaluator === undefined) return { agent };
  return { agent, evaluator: new LanguageModel([evaluator], slowLimits, onUse) };
}

/** A conversation to hold, for the `run`th time. */
export interface Task {
  persona: Persona;
  plan: InterviewPlan;
  run: number;
}

/** A finished conversation. */
export interface Result extends Task {
  outcome: SimulatedOutcome;
  checks: Check[];
  passed: boolean;
  /** Tokens of the agent, without visitor and judge. */
  tokens: number;
  /** US dollars; undefined if the model's price is not set. */
  costUsd: number | undefined;
  /** Requests to the agent's model. */
  requests: number;
}

export const evaluatedPhone = '+998901234567';
/** A conversation is cut this many turns beyond its expected length, and then judged. */
const extraTurns = 6;

export async function evaluate(models: Models, task: Task): Promise<Result> {
  const { persona, plan } = task;
  const { language, expected } = persona;
  let tokens = 0;
  let costUsd: number | undefined;
  let requests = 0;
  const onUse = (use: ModelUse) => {
    requests++;
    tokens += use.promptTokens + use.completionTokens;
    if (use.costUsd !== undefined) costUsd = (costUsd ?? 0) + use.costUsd;
  };
  const maxTurns = expected.turns + extraTurns;
  const visitor =
    models.evaluator === undefined ? scriptedVisitor(persona) : playedVisitor(persona, models.evaluator);
  const outcome = await converse(
    { model: models.agent, plan, language, phone: evaluatedPhone, maxTurns, onUse },
    visitor,
  );
  const judgeChecks = models.evaluator === undefined ? [] : await judge(models.evaluator, persona, outcome);
  const checks = [...ruleChecks(persona, outcome, evaluatedPhone), ...judgeChecks];
  return {
    ...task,
    outcome,
    checks,
    passed: checks.every(({ passed }) => passed),
    tokens,
    costUsd,
    requests,
  };
}

/** Asks each model once, as a call does, and returns the first refusal. */
export async function refusalOf(
  vendors: readonly ModelVendor[],
  plan: InterviewPlan,
): Promise<SimulatedOutcome['failure']> {
  const [language = 'uz'] = plan.languages;
  const limitMs = firstTokenLimitMs(vendors.length);
  for (const vendor of vendors) {
    const { failure, firstTokenMs } = await tryModel(vendor, 'Salom!', { plan, language, limitMs });
    if (failure !== undefined && firstTokenMs === undefined) return { vendor: vendor.model, failure };
  }
  return undefined;
}

/** Kinds of failures that every other conversation would have too. */
const refusals: readonly FailureKind[] = ['key', 'unknown_model', 'limit', 'unreachable'];

/** The first failure because of which the remaining conversations are pointless. */
export function refusalIn(results: readonly Result[]): SimulatedOutcome['failure'] {
  return results.find(
    ({ outcome: { failure, scriptTurns } }) =>
      failure !== undefined && scriptTurns > 0 && refusals.includes(failure.failure.kind),
  )?.outcome.failure;
}

/** No further task begins after the signal aborts or `mayContinue` returns false. */
export interface EvaluationOptions {
  models: Models;
  tasks: readonly Task[];
  concurrency: number;
  signal?: AbortSignal;
  mayContinue?: (results: readonly Result[]) => boolean;
  onResult?: (results: readonly Result[]) => Promise<void>;
}

/** Holds the conversations. Returns their results in the order in which they finished. */
export async function evaluateAll({
  models,
  tasks,
  concurrency,
  signal,
  mayContinue = () => true,
  onResult = async () => {},
}: EvaluationOptions): Promise<Result[]> {
  const results: Result[] = [];
  const remainingTasks = tasks.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of remainingTasks) {
        if (signal?.aborted === true || !mayContinue(results)) return;
        results.push(await evaluate(models, task));
        await onResult(results);
      }
    }),
  );
  return results;
}

import {
  type ComparisonProgress,
  type ComparisonRow,
  type ComparisonTask,
  comparisonAnswer,
  comparedManners,
  comparedRuns,
  comparisonMaxRequests,
  type comparisonReport,
} from '../../lib/contracts/evaluation.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { z } from '../../lib/contracts/schema.ts';
import { evaluationVendor, modelVendors } from '../../lib/server/language-models/configured-models.ts';
import { env } from '../../lib/server/platform/env.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { askSigned, webUrl } from '../reporting/events.ts';
import type { Plans } from '../reporting/plans.ts';
import { type Result, type Task, evaluateAll, modelsOf, refusalIn, refusalOf } from './evaluate.ts';
import { type Persona, questionPersonas, personaOf } from './personas.ts';
import { labelOf } from './report.ts';
import type { SimulatedOutcome } from './simulated-conversation.ts';

const reportWithinMs = 10_000;
/** Few conversations at once, because running calls need the processor and the vendors too. */
const concurrency = 2;

interface ComparedPlans {
  published: InterviewPlan;
  draft: InterviewPlan;
}

export interface ComparisonHost {
  /** The agent's models. */
  vendors: readonly ModelVendor[];
  /** The model that plays the visitors and judges. Without it the visitors are scripted. */
  evaluator: ModelVendor | undefined;
  /** @throws if it cannot be fetched: no other plan may replace it */
  planOf: (version: string | undefined) => Promise<InterviewPlan>;
  /** True once the daily budget in US dollars is spent. */
  isMoneySpent: () => boolean;
  /** Sends the progress; resolves to true if the comparison should continue. */
  report: (progress: ComparisonProgress) => Promise<boolean>;
}

/**
 * Runs a comparison for the office with this agent's models, and reports it to the web app.
 * @param plan that of the agent's own files
 */
export function runComparison(
  task: ComparisonTask,
  { plans, plan, isMoneySpent }: { plans: Plans; plan: InterviewPlan } & Pick<ComparisonHost, 'isMoneySpent'>,
): Promise<void> {
  return comparePlans(task, {
    vendors: modelVendors(env()),
    evaluator: evaluationVendor(env()),
    planOf: async (version) => (version === undefined ? plan : plans.fetchVersion(version)),
    isMoneySpent,
    report: async (progress) => {
      const body: z.infer<typeof comparisonReport> = { id: task.id, progress };
      const answer = await askSigned(
        webUrl('/api/agent/comparison'),
        body,
        AbortSignal.timeout(reportWithinMs),
      );
      return comparisonAnswer.parse(answer).goesOn;
    },
  });
}

/** Runs simulated conversations with the draft and with the published plan. Never throws: it reports its end. */
export async function comparePlans(task: ComparisonTask, host: ComparisonHost): Promise<void> {
  const progress: ComparisonProgress = { finished: 0, planned: 0, requests: 0, rows: [] };
  try {
    await compare(task, host, progress);
  } catch (cause) {
    log.warn('comparison_failed', { comparison: task.id }, cause);
    await host.report({ ...progress, end: 'failed' }).catch(() => undefined);
  }
}

async function compare(
  { draft, published, language }: ComparisonTask,
  { vendors, evaluator, planOf, isMoneySpent, report }: ComparisonHost,
  progress: ComparisonProgress,
): Promise<void> {
  const plans = { published: await planOf(published), draft: await planOf(draft) };
  const tasks = tasksOf(plans, language);
  progress.planned = tasks.length;
  const reportEnd = async (failure: SimulatedOutcome['failure']) => {
    const refusal =
      failure && ({ part: 'language_model', vendor: failure.vendor, ...failure.failure } as const);
    const isWhole = progress.finished === progress.planned;
    await report({ ...progress, end: refusal ? 'refused' : isWhole ? 'finished' : 'limit', refusal });
  };
  const firstFailure = await refusalOf(
    [...vendors, ...(evaluator === undefined ? [] : [evaluator])],
    plans.draft,
  );
  if (firstFailure !== undefined) return reportEnd(firstFailure);

  let evaluatorRequests = 0;
  let goesOn = await report(progress);
  const results = await evaluateAll({
    models: modelsOf(vendors, evaluator, () => evaluatorRequests++),
    tasks,
    concurrency,
    mayContinue: (finishedResults) =>
      goesOn &&
      !isMoneySpent() &&
      refusalIn(finishedResults) === undefined &&
      progress.requests < comparisonMaxRequests,
    onResult: async (finishedResults) => {
      progress.finished = finishedResults.length;
      progress.requests = evaluatorRequests + finishedResults.reduce((sum, each) => sum + each.requests, 0);
      progress.rows = rowsOf(finishedResults, plans);
      // The next report replaces a lost one.
      goesOn &&= await report(progress).catch(() => true);
    },
  });
  await reportEnd(refusalIn(results));
}

/** Orders the tasks by run, each visitor with both plans, so that a comparison that ends early is still fair. */
function tasksOf({ published, draft }: ComparedPlans, language: ComparisonTask['language']): Task[] {
  const askingPersonas = questionPersonas(draft);
  return Array.from({ length: comparedRuns }, (_, index) => index + 1).flatMap((run) => {
    const tasksForBothPlans = (personaFor: (plan: InterviewPlan) => Persona | undefined) =>
      [published, draft].flatMap((plan): Task[] => {
        const persona = personaFor(plan);
        return persona === undefined ? [] : [{ persona, plan, run }];
      });
    return [
      ...comparedManners.flatMap((manner) => tasksForBothPlans((plan) => personaOf(manner, plan, language))),
      ...askingPersonas.flatMap((persona) => tasksForBothPlans(() => persona)),
    ];
  });
}

function rowsOf(results: readonly Result[], { published, draft }: ComparedPlans): ComparisonRow[] {
  const byVisitor = Map.groupBy(results, ({ persona }) => persona.id);
  return [...byVisitor.values()].flatMap((visitorResults): ComparisonRow[] => {
    const persona = visitorResults[0]?.persona;
    const manner = comparedManners.find((each) => each === persona?.manner);
    if (manner === undefined) return [];
    const question = manner === 'asks_what_is_known' ? persona?.says[0]?.text : undefined;
    const countsWith = (plan: InterviewPlan) => countsOf(visitorResults.filter((each) => each.plan === plan));
    return [{ manner, question, published: countsWith(published), draft: countsWith(draft) }];
  });
}

function countsOf(results: readonly Result[]): ComparisonRow['draft'] {
  const failures = results.flatMap(({ checks }) => checks.filter(({ passed }) => !passed));
  const failedChecks = [...Map.groupBy(failures, labelOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { name: first.name, about: first.about, times: 1 + others.length },
  );
  return {
    finished: results.length,
    passed: results.filter(({ passed }) => passed).length,
    failed: failedChecks,
  };
}

import {
  type ComparisonProgress,
  type ComparisonRow,
  type ComparisonTask,
  comparedManners,
  comparedRuns,
  comparisonMaxRequests,
} from '../../lib/contracts/evaluation.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { ModelVendor } from '../../lib/server/platform/model-request.ts';
import { type Result, type Task, evaluateAll, refusalIn } from './evaluate.ts';
import { modelsOf, refusalOf } from './models.ts';
import { type Persona, knownQuestions, personaOf } from './personas.ts';
import { labelOf } from './report.ts';

/** Calls under way need the processor and the vendors too. */
const atOnce = 2;

interface Side {
  name: 'published' | 'draft';
  plan: InterviewPlan;
}

export interface ComparisonHost {
  /** The agent's models. */
  vendors: readonly ModelVendor[];
  /** Plays the visitors and judges; without it they are scripted. */
  other: ModelVendor | undefined;
  /** @throws where it cannot be had: another plan does not stand in for it */
  planOf: (version: string | undefined) => Promise<InterviewPlan>;
  isMoneySpent: () => boolean;
  /** Sends the progress; returns whether the comparison goes on. */
  report: (progress: ComparisonProgress) => Promise<boolean>;
}

/** Holds simulated conversations with the draft and the published plan, side by side. Never throws: its end is reported. */
export async function comparePlans(task: ComparisonTask, host: ComparisonHost): Promise<void> {
  const progress: ComparisonProgress = { held: 0, planned: 0, requests: 0, rows: [] };
  try {
    await compare(task, host, progress);
  } catch (cause) {
    log.warn('comparison_failed', { comparison: task.id }, cause);
    await host.report({ ...progress, end: 'failed' }).catch(() => undefined);
  }
}

async function compare(
  { draft, published, language }: ComparisonTask,
  { vendors, other, planOf, isMoneySpent, report }: ComparisonHost,
  progress: ComparisonProgress,
): Promise<void> {
  const sides: Side[] = [
    { name: 'published', plan: await planOf(published) },
    { name: 'draft', plan: await planOf(draft) },
  ];
  const [, edited] = sides;
  if (edited === undefined) return;
  let requests = 0;
  const refused = await refusalOf([...vendors, ...(other === undefined ? [] : [other])], edited.plan);
  const planned = tasksOf(sides, knownQuestions(edited.plan), language);
  progress.planned = planned.length;
  if (refused !== undefined) {
    const refusal = { part: 'language_model' as const, vendor: refused.vendor, ...refused.failure };
    await report({ ...progress, end: 'refused', refusal });
    return;
  }
  let goesOn = await report(progress);
  const mayGoOn = (results: readonly Result[]) =>
    goesOn &&
    !isMoneySpent() &&
    refusalIn(results) === undefined &&
    progress.requests < comparisonMaxRequests;
  const results = await evaluateAll({
    models: modelsOf(vendors, other, () => requests++),
    tasks: planned,
    atOnce,
    mayGoOn,
    onResult: async (so) => {
      progress.held = so.length;
      progress.requests = requests + so.reduce((sum, each) => sum + each.requests, 0);
      progress.rows = rowsOf(so, sides);
      // The next report makes up for one that is lost.
      goesOn &&= await report(progress).catch(() => true);
    },
  });
  const broken = refusalIn(results);
  const refusal = broken && {
    part: 'language_model' as const,
    vendor: broken.vendor,
    ...broken.failure,
  };
  const isWhole = results.length === planned.length;
  await report({ ...progress, end: refusal ? 'refused' : isWhole ? 'finished' : 'limit', refusal });
}

/** Run by run, each visitor with both plans: what is cut short can still be compared. */
function tasksOf(
  sides: readonly Side[],
  questions: readonly Persona[],
  language: ComparisonTask['language'],
): Task[] {
  return Array.from({ length: comparedRuns }, (_, at) => at + 1).flatMap((run) => {
    const own = comparedManners.flatMap((manner) =>
      sides.flatMap(({ plan }) => {
        const persona = personaOf(manner, plan, language);
        return persona === undefined ? [] : { persona, plan, run };
      }),
    );
    return [...own, ...questions.flatMap((persona) => sides.map(({ plan }) => ({ persona, plan, run })))];
  });
}

function rowsOf(results: readonly Result[], sides: readonly Side[]): ComparisonRow[] {
  const byVisitor = Map.groupBy(results, ({ persona }) => persona.id);
  return [...byVisitor.values()].flatMap((own) => {
    const [first] = own;
    const manner = comparedManners.find((each) => each === first?.persona.manner);
    if (manner === undefined || first === undefined) return [];
    const [published, draft] = sides.map(({ plan }) => heldOf(own.filter((each) => each.plan === plan)));
    if (published === undefined || draft === undefined) return [];
    const question = manner === 'asks_what_is_known' ? first.persona.says[0]?.text : undefined;
    return [{ manner, question, published, draft }];
  });
}

function heldOf(results: readonly Result[]): ComparisonRow['draft'] {
  const failures = results.flatMap(({ checks }) => checks.filter(({ passed }) => !passed));
  const failed = [...Map.groupBy(failures, labelOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : { name: first.name, about: first.about, times: 1 + more.length },
  );
  return { held: results.length, passed: results.filter(({ passed }) => passed).length, failed };
}

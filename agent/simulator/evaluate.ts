import type { LanguageModel } from '../models/language-model.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { type Outcome, converse } from './simulated-conversation.ts';
import type { Persona } from './personas.ts';
import { type Check, hardChecks, judge } from './verdict.ts';
import { visitorOf } from './simulated-visitor.ts';

export interface Models {
  agent: LanguageModel;
  visitor: LanguageModel;
  judge: LanguageModel;
}

export interface Result {
  persona: Persona;
  outcome: Outcome;
  checks: Check[];
  passed: boolean;
  /** Tokens of the agent, without visitor and judge. */
  tokens: number;
  /** US dollars; undefined where the model's price is not set. */
  costUsd: number | undefined;
}

const phone = '+998901234567';
/** A conversation that goes on for longer than it should is looked at to here. */
const turnsBeyond = 6;

export async function evaluate(models: Models, plan: InterviewPlan, persona: Persona): Promise<Result> {
  const { language, expected } = persona;
  const maxTurns = expected.turns + turnsBeyond;
  let tokens = 0;
  let costUsd: number | undefined;
  const agent = models.agent.forCall((use) => {
    tokens += use.promptTokens + use.completionTokens;
    if (use.costUsd !== undefined) costUsd = (costUsd ?? 0) + use.costUsd;
  });
  const outcome = await converse(
    { model: agent, plan, language, phone, maxTurns },
    visitorOf(persona, models.visitor),
  );
  const checks = [...hardChecks(persona, outcome, phone), ...(await judge(models.judge, persona, outcome))];
  return { persona, outcome, checks, passed: checks.every(({ passed }) => passed), tokens, costUsd };
}

/** A line for each persona: how many checks passed, which did not, turns, and the time of a turn, and what the agent cost. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ persona, outcome, checks, passed, costUsd }) => [
    persona.id,
    passed ? 'pass' : 'FAIL',
    `${checks.filter((check) => check.passed).length}/${checks.length}`,
    String(outcome.turnMs.length),
    `${Math.round(median(outcome.turnMs))} ms`,
    costUsd === undefined ? '–' : `$${costUsd.toFixed(5)}`,
    checks
      .filter((check) => !check.passed)
      .map(({ name, why }) => (why ? `${name} (${why})` : name))
      .join('; '),
  ]);
  const passed = results.filter((result) => result.passed).length;
  const head = ['persona', '', 'checks', 'turns', 'median turn', 'cost', 'what failed'];
  const widths = head
    .slice(0, -1)
    .map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const byLanguage = languages.flatMap((language) => {
    const held = results.filter(({ persona }) => persona.language === language);
    const share = Math.round((100 * held.filter((result) => result.passed).length) / held.length);
    return held.length === 0 ? [] : [`${language} ${share} %`];
  });
  const summary = `${passed} of ${results.length} conversations passed: ${byLanguage.join(', ')}`;
  return [line(head), ...rows.map(line), summary].join('\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A conversation to read: who said what, what was noted, what failed. */
export function transcript({ persona, outcome, checks, passed }: Result): string {
  return [
    `## ${persona.id}: ${passed ? 'pass' : 'FAIL'}`,
    persona.manner,
    ...outcome.lines.map(({ speaker, text }) => `**${speaker}**: ${text}`),
    `Noted: ${JSON.stringify(Object.fromEntries(outcome.memory.answers))}, phone ${outcome.memory.phone}, call back ${outcome.memory.callBack}, ended ${outcome.ended}`,
    ...checks.map(({ name, passed: ok, why }) => `- ${ok ? 'ok' : 'FAILED'} ${name}${why ? `: ${why}` : ''}`),
  ].join('\n\n');
}

import { languages } from '../../lib/i18n/language.ts';
import type { Result } from './evaluate.ts';
import type { Check } from './verdict.ts';

/** A line for each persona: runs that passed, spread of checks, turns and time, the cost, and what failed how often. */
export function table(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ persona }) => persona.id)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, runs]) => [
      id,
      share(runs),
      spread(runs.map(({ checks }) => checks.filter(({ passed }) => passed).length)) +
        `/${runs[0]?.checks.length ?? 0}`,
      spread(runs.map(({ outcome }) => outcome.turnMs.length)),
      `${spread(runs.map(({ outcome }) => Math.round(median(outcome.turnMs))))} ms`,
      costOf(runs),
      failuresOf(runs),
    ]);
  const headers = ['persona', 'passed', 'checks', 'turns', 'median turn', 'cost', 'what failed'];
  const widths = headers
    .slice(0, -1)
    .map((_, column) => Math.max(...[headers, ...rows].map((row) => row[column]?.length ?? 0)));
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [formatRow(headers), ...rows.map(formatRow), summary(results)].join('\n');
}

/** The share of conversations that passed: in all, by language, and the spread of the runs. */
function summary(results: readonly Result[]): string {
  const passedCount = results.filter((result) => result.passed).length;
  const byLanguage = languages.flatMap((language) => {
    const languageResults = results.filter(({ persona }) => persona.language === language);
    return languageResults.length === 0 ? [] : [`${language} ${percent(languageResults)} %`];
  });
  const byRun = [...Map.groupBy(results, ({ run }) => String(run))].map(([, runResults]) =>
    percent(runResults),
  );
  const runs = byRun.length < 2 ? '' : `; each run ${spread(byRun)} %`;
  return `${passedCount} of ${results.length} conversations passed: ${byLanguage.join(', ')}${runs}`;
}

const share = (runs: readonly Result[]) => `${runs.filter(({ passed }) => passed).length}/${runs.length}`;

function percent(results: readonly Result[]): number {
  return Math.round((100 * results.filter(({ passed }) => passed).length) / results.length);
}

/** The smallest and the largest value: 8–10. */
function spread(values: readonly number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min === max ? String(min) : `${min}–${max}`;
}

function costOf(runs: readonly Result[]): string {
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
  return costs.length === 0 ? '–' : `$${costs.reduce((sum, cost) => sum + cost, 0).toFixed(5)}`;
}

function failuresOf(runs: readonly Result[]): string {
  const failedChecks = runs.flatMap(({ checks }) => checks.filter(({ passed }) => !passed));
  return [...Map.groupBy(failedChecks, labelOf)]
    .map(([label, checks]) => {
      const why = checks[0]?.why;
      const count = checks.length > 1 ? `${checks.length} × ` : '';
      return why === undefined || why === '' ? `${count}${label}` : `${count}${label} (${why})`;
    })
    .join('; ');
}

export function labelOf({ name, about }: Check): string {
  const label = name.replaceAll('_', ' ');
  return about === undefined ? label : `${label} ${about}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A readable conversation: its words, the notes and the checks. */
export function transcript({ persona, run, outcome, checks, passed }: Result): string {
  return [
    `## ${persona.id}, run ${run}: ${passed ? 'pass' : 'FAIL'}`,
    persona.role,
    ...outcome.lines.map(({ speaker, text }) => `**${speaker}**: ${text}`),
    `Noted: ${JSON.stringify(Object.fromEntries(outcome.memory.answers))}, phone ${outcome.memory.phone}, call back ${outcome.memory.callBack}, ended ${outcome.ended}`,
    ...checks.map(
      (check) => `- ${check.passed ? 'ok' : 'FAILED'} ${labelOf(check)}${check.why ? `: ${check.why}` : ''}`,
    ),
  ].join('\n\n');
}

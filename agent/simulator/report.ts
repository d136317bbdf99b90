import { languages } from '../../lib/i18n/language.ts';
import type { Result } from './evaluate.ts';
import type { Check } from './verdict.ts';

/** A line for each persona: runs that passed, spread of checks, turns and time, the cost, and what failed how often. */
export function table(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ persona }) => persona.id)]
    .sort(([one], [other]) => one.localeCompare(other))
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
  const head = ['persona', 'passed', 'checks', 'turns', 'median turn', 'cost', 'what failed'];
  const widths = head
    .slice(0, -1)
    .map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line), summary(results)].join('\n');
}

/** The share of conversations that passed: in all, by language, and the spread of the runs. */
function summary(results: readonly Result[]): string {
  const passed = results.filter((result) => result.passed).length;
  const byLanguage = languages.flatMap((language) => {
    const ofLanguage = results.filter(({ persona }) => persona.language === language);
    return ofLanguage.length === 0 ? [] : [`${language} ${percent(ofLanguage)} %`];
  });
  const byRun = [...Map.groupBy(results, ({ run }) => String(run))].map(([, ofRun]) => percent(ofRun));
  const runs = byRun.length < 2 ? '' : `; each run ${spread(byRun)} %`;
  return `${passed} of ${results.length} conversations passed: ${byLanguage.join(', ')}${runs}`;
}

const share = (runs: readonly Result[]) => `${runs.filter(({ passed }) => passed).length}/${runs.length}`;

function percent(results: readonly Result[]): number {
  return Math.round((100 * results.filter(({ passed }) => passed).length) / results.length);
}

/** The smallest and the largest value: 8–10. */
function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least}–${most}`;
}

function costOf(runs: readonly Result[]): string {
  const known = runs.flatMap(({ costUsd }) => costUsd ?? []);
  return known.length === 0 ? '–' : `$${known.reduce((sum, each) => sum + each, 0).toFixed(5)}`;
}

function failuresOf(runs: readonly Result[]): string {
  const failed = runs.flatMap(({ checks }) => checks.filter(({ passed }) => !passed));
  return [...Map.groupBy(failed, labelOf)]
    .map(([label, times]) => {
      const why = times[0]?.why;
      const often = times.length > 1 ? `${times.length} × ` : '';
      return why === undefined || why === '' ? `${often}${label}` : `${often}${label} (${why})`;
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

/** A readable conversation: its words, the notes, and what failed. */
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

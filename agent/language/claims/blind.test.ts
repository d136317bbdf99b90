import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { interviewPlan } from '../../../lib/contracts/interview.ts';
import { blindPlans } from '../../testing/blind-plans.ts';
import { ClaimCheck } from './claims.ts';

const now = new Date('2026-11-23T10:00:00+05:00');
const checks = new Map(
  Object.entries(blindPlans).map(([name, plan]) => [name, new ClaimCheck(interviewPlan.parse(plan))]),
);

/** The check's findings in a file. A line has business, language, label, the visitor's words and the agent's sentence. */
function checkLines(file: string) {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [business = '', language = '', label, visitor = '', sentence = ''] = line.split('\t');
      const heard = { visitor: visitor === '' ? [] : [visitor], known: [], now };
      const beganMs = performance.now();
      const claim = checks.get(business)?.find(sentence, heard);
      const tookMs = performance.now() - beganMs;
      return { business, language, isFalse: label === 'false', claim, sentence, tookMs };
    });
}

it.each([
  ['blind-first.tsv', 0.95, 0.9],
  ['blind-second.tsv', 0.95, 0.85],
])('%s: precision of at least %f and recall of at least %f', (file, minPrecision, minRecall) => {
  const all = checkLines(file);
  const medianMs = all.map(({ tookMs }) => tookMs).sort((a, b) => a - b)[all.length / 2] ?? NaN;
  const found = all.filter(({ claim }) => claim !== undefined);
  const right = found.filter(({ isFalse }) => isFalse).length;
  const precision = right / found.length;
  const recall = right / all.filter(({ isFalse }) => isFalse).length;
  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, median ${medianMs.toFixed(2)} ms`;
  const wrong = all.filter(({ claim, isFalse }) => (claim !== undefined) !== isFalse);
  const lines = wrong.map(
    ({ business, language, claim, sentence }) =>
      `${claim ?? 'missed'}\t${business}\t${language}\t${sentence}`,
  );
  console.info([`${file}: ${all.length} sentences, ${figures}`, ...lines].join('\n'));
  expect(precision).toBeGreaterThanOrEqual(minPrecision);
  expect(recall).toBeGreaterThanOrEqual(minRecall);
});

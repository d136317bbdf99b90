import { expect, test } from 'vitest';
import { Memory } from '../conversation/memory.ts';
import { fourTopics } from '../testing/plan.ts';
import type { Result } from './evaluate.ts';
import { personaOf } from './personas.ts';
import { table } from './report.ts';

function result(run: number, failed: number, turns: number): Result {
  const persona = personaOf('cooperative', fourTopics, 'en');
  if (persona === undefined) throw new Error('no persona');
  return {
    persona,
    plan: fourTopics,
    run,
    outcome: {
      lines: [],
      memory: new Memory(fourTopics, 'en'),
      events: [],
      ended: undefined,
      turnMs: Array.from({ length: turns }, () => run * 100),
      scriptTurns: 0,
      failure: undefined,
      replaced: [],
    },
    checks: [
      { name: 'phone', passed: true },
      { name: 'answer', about: 'goal', passed: failed === 0, why: 'orders in ""' },
    ],
    passed: failed === 0,
    tokens: 10,
    costUsd: 0.001,
    requests: turns,
  };
}

test('the runs of a persona are one line with their spread, and the runs are compared', () => {
  const [, line, summary] = table([result(1, 0, 7), result(2, 1, 9), result(3, 1, 8)]).split('\n');
  expect(line).toBe(
    'cooperative_en  1/3     1–2/2   7–9    100–300 ms   $0.00300  2 × answer goal (orders in "")',
  );
  expect(summary).toBe('1 of 3 conversations passed: en 33 %; each run 0–100 %');
});

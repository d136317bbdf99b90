import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { draftOf } from '../../contracts/agent-plan.ts';
import { topics } from '../../contracts/interview.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { db } from '../platform/db.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { topicNames } from './topic-names.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ovoz-topics-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'plan.json');
const size = { id: 'size', findOut: 'the size of the carpet', field: 'ehtiyojlar' };
writeFileSync(file, JSON.stringify({ topics: [...topics, size] }));
setUpEnvironment({ AGENT_PLAN_FILE: file });

test('the questions of the plan in a file have names, until a version gives them others', async () => {
  await db().planVersion.deleteMany();
  expect(await topicNames()).toEqual(new Map([['size', size.findOut]]));
  const plan = draftOf(configuredPlan());
  const renamed = plan.topics.map((topic) =>
    topic.id === 'size' ? { ...topic, findOut: 'length and width' } : topic,
  );
  const data = { number: 1, plan: { ...plan, topics: renamed }, author: 'Aziza' };
  await db().planVersion.create({ data });
  expect(await topicNames()).toEqual(new Map([['size', 'length and width']]));
  await db().planVersion.deleteMany();
});

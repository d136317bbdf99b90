import { expect, test } from 'vitest';
import { leadChange, leadQuery } from './leads';
import { draftRevision } from './agent-plan';
import { insightsQuery } from './insights';

test.each([
  ['a day of the desk', leadQuery, { from: '0000-01-01' }],
  ['a day of the insights', insightsQuery, { from: '0000-01-01' }],
  ['the time of a next action', leadChange, { nextAt: '0000-01-01T00:00:00Z' }],
  ['the revision of a draft', draftRevision, { revision: 2_147_483_648 }],
])('%s is refused where Postgres cannot hold it', (_, shape, value) => {
  expect(shape.safeParse(value).success).toBe(false);
});

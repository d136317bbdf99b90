import { expect, test } from 'vitest';
import { leadsAfter } from './use-arrivals';

const leads = (...ids: string[]) => ids.map((_id) => ({ _id }));

test('of two leads that came at once, the first is the later one, even if its call began earlier', () => {
  expect(leadsAfter('m20', leads('m30', 'm40', 'm20', 'm10'))).toEqual(leads('m40', 'm30'));
});

test('leads are new in an office that had none, and none is new before the first answer', () => {
  expect(leadsAfter('', leads('m10'))).toEqual(leads('m10'));
  expect(leadsAfter(undefined, leads('m10'))).toEqual([]);
  expect(leadsAfter('m10', undefined)).toEqual([]);
});

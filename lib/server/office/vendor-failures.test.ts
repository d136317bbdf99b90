import { expect, test } from 'vitest';
import type { VendorFailure } from '../../contracts/vendor-failures.ts';
import { recordEvents } from '../calls/events.ts';
import { openCall } from '../calls/open.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { setupStates } from './setup.ts';
import { recentFailures } from './vendor-failures.ts';

setUpEnvironment(testKeys);

const model: VendorFailure = { part: 'language_model', vendor: 'm', kind: 'refused', detail: '400: no' };
const voice: VendorFailure = { part: 'synthesis', vendor: 'muxlisa', kind: 'timeout' };

async function callWith(atMs: number, ...failures: VendorFailure[][]) {
  const visitor = newVisitor();
  await openCall(visitor);
  const turns = failures.map((each, index) =>
    turn(index, atMs, { speaker: 'agent', text: 'Salom', metrics: { engine: 'script', failures: each } }),
  );
  await recordEvents(visitor.room, turns);
}

test('failures of the last hour are counted by vendor and kind, the latest first', async () => {
  const minute = 60_000;
  await callWith(Date.now() - 10 * minute, [model], [{ ...model, detail: '400: still no' }]);
  await callWith(Date.now() - 5 * minute, [voice]);
  await callWith(Date.now() - 90 * minute, [{ ...model, vendor: 'of before' }]);
  expect(await recentFailures()).toEqual([
    { ...voice, detail: undefined, times: 1, lastAt: expect.any(String) },
    { ...model, detail: '400: still no', times: 2, lastAt: expect.any(String) },
  ]);
  const { parts } = await setupStates();
  const failuresOf = (name: string) => parts.find(({ part }) => part === name)?.failures;
  expect(failuresOf('language_model')).toMatchObject([{ vendor: 'm', times: 2 }]);
  expect(failuresOf('synthesis')).toMatchObject([{ vendor: 'muxlisa' }]);
  expect(failuresOf('recognition')).toEqual([]);
});

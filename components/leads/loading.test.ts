import { expect, test } from 'vitest';
import { loading } from './loading';

/** Loads that end when they are told to. */
function slowLoads() {
  const begun: { signal: AbortSignal; end: () => void }[] = [];
  const loads = loading((signal) => new Promise((end) => begun.push({ signal, end })));
  const dropped = () => begun.map(({ signal }) => signal.aborted);
  return { ...loads, begun, dropped };
}

const settled = () => new Promise(setImmediate);

test('changes that come faster than the answers wait for the one that runs, and get one more together', async () => {
  const { soon, begun, dropped } = slowLoads();
  const first = soon();
  for (let i = 0; i < 5; i++) void soon();
  expect(dropped()).toEqual([false]);
  begun[0]?.end();
  await first;
  await settled();
  expect(dropped()).toEqual([false, false]);
  begun[1]?.end();
  await settled();
  void soon();
  expect(dropped()).toEqual([false, false, false]);
});

test('what was asked for after a change of our own is not answered by an older load', async () => {
  const { now, soon, stop, begun, dropped } = slowLoads();
  void soon();
  void soon();
  void now();
  expect(dropped()).toEqual([true, false]);
  begun[0]?.end();
  begun[1]?.end();
  await settled();
  expect(begun).toHaveLength(2);
  void soon();
  void soon();
  stop();
  begun[2]?.end();
  await settled();
  expect(dropped()).toEqual([true, false, true]);
});

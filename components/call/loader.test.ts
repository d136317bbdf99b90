import { Fragment } from 'react';
import { expect, test, vi } from 'vitest';
import type { StartRequest } from './chart/events';
import { CallLoader, type CallModule } from './loader';

const request: StartRequest = { phone: '+998 90 123 45 67', language: 'uz' };
const start = { type: 'start', request } as const;

function fakeModule() {
  return { send: vi.fn(), isCallOn: () => true, Panel: () => null, Moving: Fragment } satisfies CallModule;
}

test('a failed load is retried, with the same command', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const call = fakeModule();
  const load = vi.fn<() => Promise<CallModule>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValueOnce(call);
  const loader = new CallLoader(load);
  await loader.run({ event: start });
  expect([loader.state.get().name, loader.isCallOn()]).toEqual(['missing', false]);
  loader.retry();
  await expect.poll(() => loader.state.get().name).toBe('ready');
  expect(call.send).toHaveBeenCalledExactlyOnceWith(start);
  expect(loader.isCallOn()).toBe(true);
});

test('a panel that is closed while it loads stays closed, and its command is dropped', async () => {
  const call = fakeModule();
  const loader = new CallLoader(async () => call);
  const onDropped = vi.fn();
  const running = loader.run({ event: start, onDropped });
  expect([loader.state.get().name, loader.isCallOn()]).toEqual(['loading', true]);
  loader.close();
  await running;
  expect(loader.state.get().name).toBe('closed');
  expect(call.send).not.toHaveBeenCalled();
  expect(onDropped).toHaveBeenCalledOnce();
});

test('a second command replaces the waiting one; a loaded call gets it at once', async () => {
  const call = fakeModule();
  const loader = new CallLoader(async () => call);
  const onDropped = vi.fn();
  const first = loader.run({ event: start, onDropped });
  await Promise.all([first, loader.run({ event: { type: 'showCooldown' } })]);
  expect(onDropped).toHaveBeenCalledOnce();
  expect(call.send).toHaveBeenCalledExactlyOnceWith({ type: 'showCooldown' });
  void loader.run({ event: start });
  expect(call.send).toHaveBeenLastCalledWith(start);
});

test('a panel takes the focus once', async () => {
  const loader = new CallLoader(async () => fakeModule());
  await loader.run({ event: start });
  expect([loader.takeFocus(), loader.takeFocus()]).toEqual([true, false]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { keepScreenOn } from './wake-lock';

test('the screen stays on until the call ends, also after a visit to another tab', async () => {
  const locks: { released: boolean }[] = [];
  const request = vi.fn(async () => {
    const lock = { released: false, release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  });
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('navigator', { wakeLock: { request } });
  vi.stubGlobal('document', page);
  onTestFinished(() => void vi.unstubAllGlobals());
  const end = keepScreenOn();
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  setHidden(true);
  expect(request).toHaveBeenCalledTimes(1);
  setHidden(false);
  expect(request).toHaveBeenCalledTimes(2);
  await expect.poll(() => request.mock.settledResults.every(({ type }) => type === 'fulfilled')).toBe(true);
  // The requests overlapped, so the second lock released the first.
  await expect.poll(() => locks.filter(({ released }) => !released)).toHaveLength(1);
  end();
  expect(locks.filter(({ released }) => !released)).toEqual([]);
  setHidden(false);
  expect(request).toHaveBeenCalledTimes(2);
});

test('a wake lock granted after the call has ended is released; a browser without wake locks causes no error', async () => {
  const given = Promise.withResolvers<object>();
  const release = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { wakeLock: { request: () => given.promise } });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  onTestFinished(() => void vi.unstubAllGlobals());
  keepScreenOn()();
  given.resolve({ release });
  await expect.poll(() => release).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', {});
  expect(() => keepScreenOn()()).not.toThrow();
});

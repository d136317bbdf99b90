import { afterEach, expect, test, vi } from 'vitest';
import { isFull, waitForSpace } from './part.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('while the disk is full a part waits, and the output says so', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const free = () => 0;
  expect(isFull('/data', free)).toBe(true);
  const stop = new AbortController();
  const waited = waitForSpace('/data', stop.signal, free);
  stop.abort();
  await waited;
  expect(output.mock.calls[0]?.[0]).toContain('The disk of /data is full. Free 64 MB there');
});

test('with free space a part does not wait', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await waitForSpace('/data', new AbortController().signal, () => 1e9);
  expect(output).toHaveBeenLastCalledWith('  The disk has room again; the part starts.\n');
});

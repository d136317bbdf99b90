import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayedRefetch } from './use-refetch-on-events';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A mounted list; the test answers its requests. */
function slowList() {
  const client = new QueryClient();
  const requests: { answer: (rows: string[]) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['leads', 'list'],
    queryFn: ({ signal }) => new Promise<string[]>((answer) => requests.push({ answer, signal })),
  });
  const hide = observer.subscribe(() => undefined);
  const answer = async (n: number, rows: string[]) => {
    requests[n]?.answer(rows);
    await vi.advanceTimersByTimeAsync(0);
  };
  const shown = () => observer.getCurrentResult().data;
  return { client, requests, answer, shown, hide };
}

test('frequent events abort no running fetch, and cause one more fetch together', async () => {
  const { client, requests, answer, shown, hide } = slowList();
  const { schedule, stop } = delayedRefetch(client, 'leads');
  for (let i = 0; i < 10; i++) {
    schedule();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false]);
  await answer(0, ['old']);
  expect(shown()).toEqual(['old']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(2);
  await answer(1, ['new']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(2);
  expect(shown()).toEqual(['new']);
  stop();
  hide();
});

test('nothing is fetched once the user has left the page', async () => {
  const { client, requests, answer, hide } = slowList();
  await answer(0, []);
  const { schedule, stop } = delayedRefetch(client, 'leads');
  schedule();
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(1);
  hide();
});

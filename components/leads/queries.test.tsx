import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import en from '@/messages/en.json';
import { useChangeLead } from './queries';

/** Renders a component that calls a hook, and returns the hook's result. */
function renderHook<T>(client: QueryClient, useHook: () => T): T {
  const onResult = vi.fn<(result: T) => void>();
  function Caller() {
    onResult(useHook());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en" timeZone="UTC" messages={en}>
        <Caller />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  const [call] = onResult.mock.calls;
  if (call === undefined) throw new Error('The hook did not run.');
  return call[0];
}

/** Mounts a query that has data. @returns its function */
function mountQuery(client: QueryClient, queryKey: readonly string[]) {
  client.setQueryData(queryKey, { leads: [] });
  const queryFn = vi.fn(async () => ({ leads: [] }));
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  return queryFn;
}

test.each([
  ['saved', 204],
  ['refused', 409],
])('a change that is %s refetches all lists and counts, with or without events', async (_, status) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new QueryClient();
  const list = mountQuery(client, ['leads', 'list', 'next=due']);
  const counts = mountQuery(client, ['leads', 'views']);
  const { mutateAsync } = renderHook(client, () => useChangeLead('lead-1'));
  await mutateAsync({ nextAt: '2026-11-22T05:00:00.000Z' }).catch(() => undefined);
  await expect.poll(() => list).toHaveBeenCalledOnce();
  await expect.poll(() => counts).toHaveBeenCalledOnce();
});

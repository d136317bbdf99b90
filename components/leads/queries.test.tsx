import { QueryClient, QueryClientProvider, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import en from '@/messages/en.json';
import { useChangeLead, useLeadDetail, useMarkLead, useRemoveFromLists } from './queries';
import { leadOf } from './testing/lead';

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
function mountQuery(client: QueryClient, queryKey: QueryKey, data: object = { leads: [] }) {
  client.setQueryData(queryKey, data);
  const queryFn = vi.fn(async () => data);
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  return queryFn;
}

/** Mounts the details of a lead. @returns the function of their query */
function mountDetail(client: QueryClient, leadId: string) {
  renderHook(client, () => useLeadDetail(leadOf({ _id: leadId })));
  const query = client
    .getQueryCache()
    .getAll()
    .find(({ queryKey }) => queryKey.includes(leadId));
  if (query === undefined) throw new Error('No query has the id of the lead.');
  return mountQuery(client, query.queryKey, { _id: leadId, samePhone: [] });
}

function answerWith(status: number): void {
  vi.stubGlobal('fetch', async () => Response.json({ note: '' }, { status }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test.each([
  ['saved', 200],
  ['refused', 409],
])('a change that is %s refetches all lists and counts, with or without events', async (_, status) => {
  answerWith(status);
  const client = new QueryClient();
  const list = mountQuery(client, ['leads', 'list', 'next=due']);
  const counts = mountQuery(client, ['leads', 'views']);
  const { mutateAsync } = renderHook(client, () => useChangeLead('lead-1'));
  await mutateAsync({ nextAt: '2026-11-22T05:00:00.000Z' }).catch(() => undefined);
  await expect.poll(() => list).toHaveBeenCalledOnce();
  await expect.poll(() => counts).toHaveBeenCalledOnce();
});

test('a mark refetches the details of another lead, which may list the marked one', async () => {
  answerWith(200);
  const client = new QueryClient();
  const detail = mountDetail(client, 'lead-1');
  const { mutateAsync } = renderHook(client, useMarkLead);
  await mutateAsync({ leadId: 'lead-2', mark: 'called' });
  await expect.poll(() => detail).toHaveBeenCalledOnce();
});

test('a deletion refetches the details of the other leads, and not of the deleted one', async () => {
  const client = new QueryClient();
  const deleted = mountDetail(client, 'lead-1');
  const other = mountDetail(client, 'lead-2');
  renderHook(client, useRemoveFromLists)(['lead-1']);
  await expect.poll(() => other).toHaveBeenCalledOnce();
  expect(deleted).not.toHaveBeenCalled();
});

import {
  type QueryClient,
  hashKey,
  keepPreviousData,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Lead, LeadChange, LeadMarkName } from '@/lib/contracts/leads';
import { apiUrl, asRequestFailure, callApi } from '@/lib/api-client';
import {
  type DeskPage,
  type FirstPage,
  mergePage,
  missingRows,
  pollIntervalMs,
  withChange,
  withoutClosed,
  withoutLeads,
} from './desk-page';
import { useFailureToast } from './use-busy';
import { useRefetchOnEvents } from './use-refetch-on-events';
import { queryOfIds } from './view';

/** Begins the keys of all lists, counts and details, so that one event refetches them all. */
const leadsKey = 'leads';
const listKey = [leadsKey, 'list'] as const;
const detailKey = (leadId: string) => [leadsKey, 'detail', leadId] as const;
const viewsKey = [leadsKey, 'views'] as const;
const markKey = ['mark'] as const;

/** Rows that were rendered longer ago are fetched again: the browser's history may bring back an old page. */
const staleAfterMs = 10_000;

interface LeadsOptions {
  autoRefresh: boolean;
  /** Rows that stay in the list until they are closed. */
  openLeadIds: ReadonlySet<string>;
  /** The rows of this query that were rendered with the page. */
  first: FirstPage | undefined;
}

const newestQuery = new URLSearchParams({ sort: 'newest', limit: '20' }).toString();

const fetchLeads = (query: string, signal: AbortSignal) =>
  callApi('GET /api/leads', { query: new URLSearchParams(query), signal });

/** The leads of a query, refetched after each event. */
export function useLeads(query: string, { autoRefresh, openLeadIds, first }: LeadsOptions) {
  const client = useQueryClient();
  const queryKey = useMemo(() => [...listKey, query], [query]);
  const latestOpenIds = useRef(openLeadIds);
  useEffect(() => {
    latestOpenIds.current = openLeadIds;
  }, [openLeadIds]);

  const isConnected = useRefetchOnEvents(apiUrl('GET /api/leads/events'), leadsKey, autoRefresh);
  const isMarking = useIsMutating({ mutationKey: markKey }) > 0;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    // A list fetched before the mark is saved would show the old mark again.
    enabled: !isMarking,
    queryFn: async ({ signal }): Promise<DeskPage> => {
      const page = await fetchLeads(query, signal);
      const before = client.getQueryData<DeskPage>(queryKey);
      const missing = missingRows(before, page, latestOpenIds.current);
      const unmatched = missing.length === 0 ? [] : (await fetchLeads(queryOfIds(missing), signal)).leads;
      return mergePage(before, page, unmatched, latestOpenIds.current);
    },
    initialData: first && { leads: first.leads, total: first.total, unmatched: [] },
    initialDataUpdatedAt: first?.renderedAtMs,
    staleTime: staleAfterMs,
    placeholderData: keepPreviousData,
  });

  // Also in the background: a hidden page gets no events, but counts new leads in its title and announces them.
  const intervalMs = pollIntervalMs(data?.leads, autoRefresh, isConnected);
  useEffect(() => {
    if (intervalMs === false) return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [leadsKey] }), intervalMs);
    return () => clearInterval(timer);
  }, [client, intervalMs]);

  const [shownQuery, setShownQuery] = useState(query);
  if (shownQuery !== query && !isPlaceholderData) setShownQuery(query);

  return {
    page: useMemo(() => data && withoutClosed(data, openLeadIds), [data, openLeadIds]),
    /** The query of `page`, which is the previous one until the new one is answered. */
    shownQuery,
    failure: useMemo(() => error && asRequestFailure(error), [error]),
    isFetching,
    refetch,
  };
}

/** The newest leads, whichever the list shows; undefined until they are known. A hidden page counts no more new leads than these. */
export function useNewestLeads() {
  return useQuery({
    queryKey: [leadsKey, 'newest'],
    queryFn: ({ signal }) => fetchLeads(newestQuery, signal),
  }).data?.leads;
}

/** The details that only an open lead shows. */
export function useLeadDetail(lead: Lead) {
  const { data, error, refetch } = useQuery({
    queryKey: detailKey(lead._id),
    queryFn: ({ signal }) => callApi('GET /api/leads/{id}', { params: { id: lead._id }, signal }),
  });
  return { detail: data, failure: error && asRequestFailure(error), retry: refetch };
}

/** The saved views with their counts; undefined until they are known. */
export function useViews() {
  return useQuery({
    queryKey: viewsKey,
    queryFn: ({ signal }) => callApi('GET /api/admin/views', { signal }),
  }).data;
}

/** The newest leads that match the words, undefined while loading. Fewer than two characters match none. */
export function useFoundLeads(words: string, limit: number) {
  const query = new URLSearchParams({ q: words, limit: String(limit) }).toString();
  const { data, isError } = useQuery({
    queryKey: [leadsKey, 'found', query],
    queryFn: ({ signal }) => fetchLeads(query, signal),
    enabled: words.length >= 2,
  });
  return { leads: words.length < 2 ? [] : data?.leads, isError };
}

/** Refetches all lists, counts and details of leads. */
export function useRefetchLeads() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [leadsKey] }), [client]);
}

function updatePages(client: QueryClient, update: (page: DeskPage) => DeskPage) {
  client.setQueriesData<DeskPage>({ queryKey: listKey }, (page) => page && update(page));
}

/** Removes deleted leads from the lists before they are refetched. */
export function useRemoveFromLists() {
  const client = useQueryClient();
  return (ids: readonly string[]) => {
    updatePages(client, (page) => withoutLeads(page, ids));
    // A deleted lead is still shown while it leaves the page, but has no details any more.
    const deletedKeys = new Set(ids.map((id) => hashKey(detailKey(id))));
    void client.invalidateQueries({
      queryKey: [leadsKey],
      predicate: ({ queryHash }) => !deletedKeys.has(queryHash),
    });
  };
}

/**
 * Sends a change of a lead; the list shows it once the server has it.
 * @param noteBefore returns the note that an edit began from, once the changes before it are stored
 */
export function useChangeLead(leadId: string, noteBefore?: () => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: LeadChange) => {
      const body = change.note === undefined ? change : { ...change, noteBefore: noteBefore?.() };
      return callApi('PATCH /api/leads/{id}', { params: { id: leadId }, body, keepalive: true });
    },
    // Runs one change at a time, so that an older note cannot overwrite a newer one.
    scope: { id: leadId },
    onSuccess: async ({ note }, change) => {
      // A list that was requested before the change would show the old state again.
      await client.cancelQueries({ queryKey: listKey });
      updatePages(client, (page) => withChange(page, leadId, { ...change, note }));
    },
    onError: useFailureToast('leads_change_failed'),
    onSettled: () => void client.invalidateQueries({ queryKey: [leadsKey] }),
  });
}

/** Marks a lead. The list shows the mark at once, and the old one again if the server refuses it. */
export function useMarkLead() {
  const client = useQueryClient();
  const showFailure = useFailureToast('leads_change_failed');
  return useMutation({
    mutationKey: markKey,
    // Runs one change at a time, so that an older mark cannot overwrite a newer one.
    scope: { id: 'mark' },
    mutationFn: ({ leadId, mark }: { leadId: string; mark: LeadMarkName }) =>
      callApi('PATCH /api/leads/{id}', { params: { id: leadId }, body: { mark }, keepalive: true }),
    onMutate: async ({ leadId, mark }) => {
      await client.cancelQueries({ queryKey: listKey });
      const pages = client.getQueriesData<DeskPage>({ queryKey: listKey });
      const before = pages.flatMap(([, page]) => page?.leads ?? []).find(({ _id }) => _id === leadId);
      updatePages(client, (page) => withChange(page, leadId, { mark }));
      return before;
    },
    onError: (error, { leadId }, before) => {
      if (before) {
        const { mark, nextAt = null, nextStep } = before;
        updatePages(client, (page) => withChange(page, leadId, { mark, nextAt, nextStep }));
      }
      showFailure(error);
    },
    // Not awaited: the next mark is sent without waiting for the lists.
    onSettled: () => void client.invalidateQueries({ queryKey: [leadsKey] }),
  });
}

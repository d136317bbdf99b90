import { useCallback, useEffect, useReducer, useRef } from 'react';
import { fetchLeads } from './leads-api';
import { initialLeadsState, leadsReducer, refreshEveryMs } from './leads-state';
import { asRequestFailure } from './request';
import { useLive } from './use-live';

/** The leads of a query: loaded at once, again on demand, and by itself when something changed. */
export function useLeads(query: string, autoRefresh: boolean) {
  const [state, dispatch] = useReducer(leadsReducer, initialLeadsState);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'load_started' });
    try {
      const page = await fetchLeads(query, controller.signal);
      if (!controller.signal.aborted) dispatch({ type: 'load_succeeded', page });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'load_failed', failure: asRequestFailure(error) });
    }
  }, [query]);

  const reload = useCallback(() => void load(), [load]);

  useEffect(() => {
    reload();
    return () => running.current?.abort();
  }, [reload]);

  const live = useLive(autoRefresh, reload);
  const everyMs = refreshEveryMs(state, autoRefresh, live);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);

  return { state, dispatch, reload };
}

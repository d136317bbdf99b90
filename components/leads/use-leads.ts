import { useCallback, useEffect, useReducer, useRef } from 'react';
import { asRequestFailure, fetchLeads } from './leads-api';
import { autoRefreshMs, initialLeadsState, leadsReducer, refreshesItself } from './leads-state';

/** The list of leads: loaded at once, again on demand, and by itself while one of them is processing. */
export function useLeads() {
  const [state, dispatch] = useReducer(leadsReducer, initialLeadsState);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ type: 'load_started' });
    try {
      const leads = await fetchLeads(controller.signal);
      if (!controller.signal.aborted) dispatch({ type: 'load_succeeded', leads });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'load_failed', failure: asRequestFailure(error) });
    }
  }, []);

  useEffect(() => {
    void load();
    return () => running.current?.abort();
  }, [load]);

  const refreshing = refreshesItself(state);
  useEffect(() => {
    if (!refreshing) return;
    const timer = setInterval(() => void load(), autoRefreshMs);
    return () => clearInterval(timer);
  }, [refreshing, load]);

  return { state, dispatch, load };
}

import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { asRequestFailure, eventsPath, fetchLeads } from './api';
import type { FirstPage } from './lead-data';
import { listen } from './live-updates';
import { loading } from './loading';
import { firstLeadsState, leadsReducer, leftPage, refreshEveryMs, withoutClosed } from './state';
import { queryOfIds } from './view';

/** Several changes that come together are answered by one reload. */
const gatherMs = 300;
/** Rows that came with a page that is older are asked for again: a step back in the history brings what once was. */
const staleMs = 10_000;

/**
 * Calls `onChange` soon after anything was told at `path`: a lead was added, changed or deleted, and each time the connection is made, for what
 * happened before.
 * Returns whether the server can tell of changes now.
 */
export function useLive(enabled: boolean, onChange: () => void, path = eventsPath): boolean {
  const [live, setLive] = useState(false);
  const tell = useEffectEvent(onChange);
  // A browser allows a host only a few connections: pages that nobody looks at leave theirs to the others.
  const listening = useIsInView() && enabled;

  useEffect(() => {
    if (!listening) return;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(path, {
      onLive: setLive,
      onChange: () => {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          tell();
        }, gatherMs);
      },
    });
    return () => {
      clearTimeout(gathering);
      stop();
      setLive(false);
    };
  }, [listening, path]);

  return live;
}

/** Whether the page is in view, not behind another tab. */
export function useIsInView(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}

interface LeadsOptions {
  autoRefresh: boolean;
  /** Rows that stay until they are closed. */
  open: ReadonlySet<string>;
  /** The first query's rows, rendered with the page. */
  first: FirstPage | undefined;
}

/** The leads of a query: loaded where the page has not brought them, again on demand, and by itself when something changed. */
export function useLeads(query: string, { autoRefresh, open, first }: LeadsOptions) {
  const [state, dispatch] = useReducer(leadsReducer, first, firstLeadsState);
  const shown = useRef({ query: first ? query : '', state, open });
  const broughtAtMs = useRef(first?.madeAtMs);
  useEffect(() => {
    shown.current = { ...shown.current, state, open };
  }, [state, open]);

  const loads = useRef<ReturnType<typeof loading>>(null);

  useEffect(() => {
    const { now, soon, stop } = loading(async (signal) => {
      dispatch({ type: 'load_started' });
      try {
        const page = await fetchLeads(query, signal);
        const staying = shown.current.query === query ? shown.current.open : undefined;
        const left = staying ? leftPage(shown.current.state, page, staying) : [];
        const kept = left.length === 0 ? [] : (await fetchLeads(queryOfIds(left), signal)).leads;
        if (signal.aborted) return;
        shown.current.query = query;
        dispatch({ type: 'load_succeeded', page, kept, open: staying });
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'load_failed', failure: asRequestFailure(error) });
      }
    });
    loads.current = { now, soon, stop };
    const ageMs = Math.abs(Date.now() - (broughtAtMs.current ?? 0));
    if (ageMs > staleMs) void now();
    broughtAtMs.current = undefined;
    return stop;
  }, [query]);

  const reload = useCallback(() => void loads.current?.now(), []);
  const look = useCallback(() => void loads.current?.soon(), []);

  const live = useLive(autoRefresh, look);
  const everyMs = refreshEveryMs(state, autoRefresh, live);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, look]);

  return { state: useMemo(() => withoutClosed(state, open), [state, open]), dispatch, reload };
}

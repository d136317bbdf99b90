'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { LeadMarkName } from '@/lib/contracts/leads';
import { asRequestFailure, changeLead } from '../api';
import { FailedNotice } from '../failed-notice';
import { useFailureWords } from '../failure-words';
import type { FirstPage, LeadView } from '../lead-data';
import { PlayerProvider, usePlayer } from '../player/player-context';
import { screenOf } from '../state';
import { useLeads } from '../use-leads';
import { apiQueryOf, isFiltered, pageCount, pageSize, withoutFilters } from '../view';
import { ActiveFilters } from './active-filters';
import { DeleteDialog } from './delete-dialog';
import { LeadList, LeadsEmpty, LeadsLoading, Pager } from './lead-list';
import { LeadsContext, type LeadsContextValue } from './leads-context';
import { LeadsFilters } from './leads-filters';
import { LeadsHeader } from './leads-header';
import { SelectionBar, useSelection } from './selection-bar';
import { ShortcutsDialog } from './shortcuts-dialog';
import { useArrivals } from './use-arrivals';
import { useRowFocus } from './use-row-focus';
import { type LeadField, useDeskShortcuts } from './use-shortcuts';
import { useView } from './use-view';
import { ViewsBar } from './views-bar';
import { useRouter } from 'next/navigation';
import { forgetDrafts } from '../card/kept-draft';
import { LeadDetailsProvider } from '../card/lead-details';

interface LeadsPageProps {
  /** Absent where they could not be had, or one lead is asked for. */
  first: FirstPage | undefined;
  /** The words of the owner's question that a filter names. */
  question: string | undefined;
  /** Whether there is a session that can be ended. */
  signedIn: boolean;
}

/** The leads page of an admin who may see it. */
export function LeadsPage({ signedIn, ...brought }: LeadsPageProps) {
  const router = useRouter();
  const askWhoIsThere = useCallback(() => router.refresh(), [router]);
  const forget = () => {
    forgetDrafts();
    askWhoIsThere();
  };
  return (
    <PlayerProvider>
      <LeadDetailsProvider>
        <LeadsDesk {...brought} onRefused={askWhoIsThere} onSignedOut={signedIn ? forget : undefined} />
      </LeadDetailsProvider>
    </PlayerProvider>
  );
}

interface LeadsDeskProps extends Omit<LeadsPageProps, 'signedIn'> {
  /** Called when the server no longer takes this browser for the admin's. */
  onRefused: () => void;
  onSignedOut: (() => void) | undefined;
}

function LeadsDesk({ first, question, onRefused, onSignedOut }: LeadsDeskProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const player = usePlayer();
  const { view, setView, addressOf } = useView();
  const autoRefresh = view.auto !== 'off';
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [linked, setLinked] = useState<string>();
  const [field, setField] = useState<{ leadId: string; name: LeadField } | null>(null);
  // The lead of a link opens by itself, once.
  if (view.lead !== linked) {
    setLinked(view.lead);
    if (view.lead !== undefined) setOpen(new Set([...open, view.lead]));
  }
  const query = apiQueryOf(view);
  // A step back in the history brings the page as it once was, perhaps with another filter.
  const brought = first?.query === query ? first : undefined;
  const { state, dispatch, reload } = useLeads(query, { autoRefresh, open, first: brought });
  const { leads, total, loading, failure } = state;
  const arrived = useArrivals(state, () => dispatch({ type: 'arrivals_seen' }));
  const { selected, ids: selectedIds, select, selectAll } = useSelection(leads);
  const [[firstToDelete, ...otherToDelete], remove] = useState<LeadView[]>([]);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const screen = screenOf(state);

  const refused = failure?.code === 'unauthorized' || failure?.code === 'admin_locked';
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);

  const isPastTheEnd = !loading && leads?.length === 0 && total > 0;
  useEffect(() => {
    if (isPastTheEnd) setView({ ...view, page: pageCount(total) }, 'replace');
  }, [isPastTheEnd, setView, view, total]);

  const toggle = useCallback(
    (leadId: string) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(leadId)) after.add(leadId);
        return after;
      }),
    [],
  );

  const { remember, ...focusProps } = useRowFocus(leads, content);

  async function mark(leadId: string, name: LeadMarkName) {
    const change = { mark: name };
    try {
      await changeLead(leadId, change);
      dispatch({ type: 'lead_changed', leadId, change });
    } catch (error) {
      toast.error(t('leads_change_failed', { message: words(asRequestFailure(error)) }));
    }
  }

  // The field exists once its lead is open.
  useEffect(() => {
    if (field === null) return;
    const row = content.current?.querySelector(`[data-lead="${field.leadId}"]`);
    row?.querySelector<HTMLElement>(`[data-field="${field.name}"]`)?.focus();
  }, [field]);

  useDeskShortcuts({
    leads,
    content,
    searchField,
    onHelp: () => setShowsShortcuts(true),
    onToggle: toggle,
    onClose: (leadId) => open.has(leadId) && toggle(leadId),
    onField: (leadId, name) => {
      if (!open.has(leadId)) toggle(leadId);
      setField({ leadId, name });
    },
    onSelect: (leadId) => select(leadId, !selectedIds.has(leadId)),
    onMark: (leadId, name) => void mark(leadId, name),
  });

  const context = useMemo<LeadsContextValue>(
    () => ({
      remove,
      reload,
      select,
      changed: (leadId, change) => dispatch({ type: 'lead_changed', leadId, change }),
      linkTo: (filter) => addressOf({ ...withoutFilters(view), ...filter }),
      toggle,
      updatesItself: autoRefresh,
    }),
    [reload, select, dispatch, addressOf, view, toggle, autoRefresh],
  );

  function turnTo(page: number) {
    setView({ ...view, page });
    content.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }

  function removed(ids: string[]) {
    remove([]);
    ids.forEach(player.forget);
    remember(ids[0]);
    dispatch({ type: 'leads_deleted', ids });
    reload();
  }

  return (
    <LeadsContext value={context}>
      <div className="grid gap-1">
        <LeadsHeader
          total={leads && total}
          autoRefresh={autoRefresh}
          onToggleAutoRefresh={() => setView({ ...view, auto: autoRefresh ? 'off' : undefined }, 'replace')}
          onShowShortcuts={() => setShowsShortcuts(true)}
          onSignedOut={onSignedOut}
        >
          <LeadsFilters view={view} onView={setView} searchField={searchField} />
        </LeadsHeader>
        <ViewsBar view={view} leads={leads} onView={setView} />
        {view.lead === undefined && <ActiveFilters view={view} question={question} onView={setView} />}
        {failure && (
          <FailedNotice title={t('leads_fetch_failed')} failure={failure} busy={loading} onRetry={reload} />
        )}
        <div ref={content} tabIndex={-1} {...focusProps} className="grid outline-none">
          {screen === 'loading' && <LeadsLoading />}
          {screen === 'empty' && <LeadsEmpty filtered={isFiltered(view)} />}
          {screen === 'list' && leads && (
            <>
              <SelectionBar
                selected={selected}
                of={leads.length}
                onSelectAll={selectAll}
                onDelete={remove}
                onChanged={reload}
              />
              <LeadList
                leads={leads}
                offset={(view.page - 1) * pageSize}
                total={total}
                busy={loading}
                selected={selectedIds}
                open={open}
                arrived={arrived}
                madeAtMs={first?.madeAtMs ?? 0}
              />
              <Pager page={view.page} pages={pageCount(total)} onPage={turnTo} />
            </>
          )}
        </div>
        {firstToDelete && (
          <DeleteDialog
            leads={[firstToDelete, ...otherToDelete]}
            onClose={() => remove([])}
            onDeleted={removed}
          />
        )}
        {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
      </div>
    </LeadsContext>
  );
}

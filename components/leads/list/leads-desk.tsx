import { useEffect, useMemo, useRef, useState } from 'react';
import type { LeadView } from '../lead-data';
import { usePlayer } from '../player/player-context';
import { screenOf } from '../state';
import { useLeads } from '../use-leads';
import { useView } from '../use-view';
import { apiQueryOf, isFiltered, pageCount, pageSize, withoutFilters } from '../view';
import { DeleteDialog } from './delete-dialog';
import { LeadFeed } from './lead-feed';
import { LeadsContext, type LeadsContextValue } from './leads-context';
import { LeadsFilters } from './leads-filters';
import { LeadsHeader } from './leads-header';
import { LeadsEmpty, LeadsFailed, LeadsLoading } from './leads-notices';
import { Pager } from './pager';
import { SelectionBar, useSelection } from './selection-bar';
import { ShortcutsDialog } from './shortcuts-dialog';
import { useDeskShortcuts } from './use-shortcuts';

interface LeadsDeskProps {
  /** Called when the server no longer takes this browser for the admin's. */
  onRefused: () => void;
  onSignedOut: (() => void) | undefined;
}

/** Where an admin works through the leads. */
export function LeadsDesk({ onRefused, onSignedOut }: LeadsDeskProps) {
  const player = usePlayer();
  const { view, setView, addressOf } = useView();
  const autoRefresh = view.auto !== 'off';
  const { state, dispatch, reload } = useLeads(apiQueryOf(view), autoRefresh);
  const { leads, total, loading, failure } = state;
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

  useDeskShortcuts({ leads, content, searchField, onHelp: () => setShowsShortcuts(true) });

  const context = useMemo<LeadsContextValue>(
    () => ({
      remove,
      reload,
      select,
      changed: (leadId, change) => dispatch({ type: 'lead_changed', leadId, change }),
      linkTo: (lead) => addressOf({ ...withoutFilters(view), lead }),
    }),
    [reload, select, dispatch, addressOf, view],
  );

  function turnTo(page: number) {
    setView({ ...view, page });
    content.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }

  function removed(ids: string[]) {
    remove([]);
    ids.forEach(player.forget);
    dispatch({ type: 'leads_deleted', ids });
    content.current?.focus();
    reload();
  }

  return (
    <LeadsContext value={context}>
      <div className="grid gap-4">
        <LeadsHeader
          total={leads && total}
          autoRefresh={autoRefresh}
          onToggleAutoRefresh={() => setView({ ...view, auto: autoRefresh ? 'off' : undefined }, 'replace')}
          onShowShortcuts={() => setShowsShortcuts(true)}
          onSignedOut={onSignedOut}
        />
        <LeadsFilters view={view} onView={setView} searchField={searchField} />
        {failure && <LeadsFailed failure={failure} busy={loading} onRetry={reload} />}
        <div ref={content} tabIndex={-1} className="grid gap-3 outline-none">
          {screen === 'loading' && <LeadsLoading />}
          {screen === 'empty' && <LeadsEmpty filtered={isFiltered(view)} />}
          {screen === 'list' && leads && (
            <>
              <SelectionBar selected={selected} of={leads.length} onSelectAll={selectAll} onDelete={remove} />
              <LeadFeed
                leads={leads}
                offset={(view.page - 1) * pageSize}
                total={total}
                busy={loading}
                selected={selectedIds}
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

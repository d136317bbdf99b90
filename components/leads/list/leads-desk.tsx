'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Lead } from '@/lib/contracts/leads';
import { clearUnsavedText } from '../card/unsaved-text';
import type { FirstPage } from '../desk-page';
import { FailedNotice, LoadingNotice } from '../notices';
import { PlayerProvider, usePlayer } from '@/components/player/player-context';
import { useLeads, useMarkLead, useRemoveFromLists } from '../queries';
import { apiQueryOf, isFiltered, pageCount, pageSize, withoutFilters } from '../view';
import { ActiveFilters } from './active-filters';
import { DeleteDialog } from './delete-dialog';
import { ChooseLead, LeadList, Pager } from './lead-list';
import { LeadsContext, type LeadsContextValue } from './leads-context';
import { LeadsFilters } from './leads-filters';
import { LeadsHeader } from './leads-header';
import { SelectionBar, useSelection } from './selection-bar';
import { ShortcutsDialog } from './shortcuts-dialog';
import { useArrivals } from './use-arrivals';
import { useDeskActions } from './use-desk-actions';
import { useOpenRows } from './use-open-rows';
import { useRowFocus } from './use-row-focus';
import { type LeadActions, type LeadField, useDeskShortcuts } from './use-shortcuts';
import { useView } from './use-view';
import { ViewsBar } from './views-bar';

interface LeadsPageProps {
  /** The rows in the server's HTML; absent if they could not be loaded, or the page shows one lead. */
  first: FirstPage | undefined;
  /** The owner's words for the questions that a filter can name, by topic. */
  questions: ReadonlyMap<string, string> | undefined;
  /** Shown while the office has no lead at all. */
  firstDay: ReactNode;
  /** True if there is a session to end. */
  signedIn: boolean;
}

/** The leads page of an admin. */
export function LeadsPage({ signedIn, ...deskProps }: LeadsPageProps) {
  const router = useRouter();
  const client = useQueryClient();
  const signOut = () => {
    clearUnsavedText();
    client.clear();
    router.refresh();
  };
  return (
    <PlayerProvider>
      <LeadsDesk {...deskProps} onSignedOut={signedIn ? signOut : undefined} />
    </PlayerProvider>
  );
}

interface LeadsDeskProps extends Omit<LeadsPageProps, 'signedIn'> {
  onSignedOut: (() => void) | undefined;
}

function LeadsDesk({ first, questions, firstDay, onSignedOut }: LeadsDeskProps) {
  const t = useTranslations();
  const player = usePlayer();
  const { view, setView, addressOf } = useView();
  const autoRefresh = view.auto !== 'off';
  const { openLeadIds, toggle, replaceOpen } = useOpenRows(view.lead);
  const [field, setField] = useState<{ leadId: string; name: LeadField } | null>(null);
  const query = apiQueryOf(view);
  const { page, shownQuery, failure, isFetching, refetch } = useLeads(query, {
    autoRefresh,
    openLeadIds,
    // After a step back in the history, the page's first rows may be those of another filter.
    first: first?.query === query ? first : undefined,
  });
  const { mutate: mark } = useMarkLead();
  const removeFromLists = useRemoveFromLists();
  const arrived = useArrivals(page?.leads);
  const { selected, ids: selectedIds, select, selectAll } = useSelection(page?.leads);
  const [[firstToDelete, ...otherToDelete], askToDelete] = useState<Lead[]>([]);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const total = page?.total ?? 0;

  const isPastTheEnd = page?.leads.length === 0 && total > 0;
  useEffect(() => {
    if (isPastTheEnd && !isFetching) setView({ ...view, page: pageCount(total) }, 'replace');
  }, [isPastTheEnd, isFetching, setView, view, total]);

  const { rememberFocus, ...focusProps } = useRowFocus(page?.leads, openLeadIds, content);

  // The field exists once its lead is open.
  useEffect(() => {
    if (field === null) return;
    const row = content.current?.querySelector(`[data-lead="${field.leadId}"]`);
    row?.querySelector<HTMLElement>(`[data-field="${field.name}"]`)?.focus();
  }, [field]);

  const actions: LeadActions = {
    leads: page?.leads,
    onMark: (leadId, name) => mark({ leadId, mark: name }),
    onDelete: askToDelete,
    onHelp: () => setShowsShortcuts(true),
  };

  useDeskShortcuts({
    ...actions,
    content,
    searchField,
    onMoved: replaceOpen,
    onToggle: toggle,
    onClose: (leadId) => openLeadIds.has(leadId) && toggle(leadId),
    onField: (leadId, name) => {
      if (!openLeadIds.has(leadId)) toggle(leadId);
      setField({ leadId, name });
    },
    onSelect: (leadId) => select(leadId, !selectedIds.has(leadId)),
  });

  const context = useMemo<LeadsContextValue>(
    () => ({
      confirmDelete: askToDelete,
      select,
      linkTo: (filter) => addressOf({ ...withoutFilters(view), ...filter }),
      toggle,
      autoRefresh,
    }),
    [select, addressOf, view, toggle, autoRefresh],
  );

  useDeskActions({ ...actions, openLeadIds, linkTo: context.linkTo, onSignedOut });

  function showPage(number: number) {
    setView({ ...view, page: number });
    content.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }

  function handleDeleted(ids: string[]) {
    ids.forEach(player.discard);
    rememberFocus(ids[0]);
    removeFromLists(ids);
  }

  return (
    <LeadsContext value={context}>
      {/* --desk-top: the height of the bars above the rows, under which a row must not scroll. */}
      <div className="grid grid-cols-1 gap-1 [--desk-top:10rem] has-data-selection:pb-20 md:[--desk-top:12rem] lg:[--desk-top:9.25rem]">
        <LeadsHeader
          total={page ? total : null}
          autoRefresh={autoRefresh}
          onToggleAutoRefresh={() => setView({ ...view, auto: autoRefresh ? 'off' : undefined }, 'replace')}
          onShowShortcuts={() => setShowsShortcuts(true)}
          onSignedOut={onSignedOut}
          views={<ViewsBar view={view} onView={setView} />}
        >
          <LeadsFilters view={view} onView={setView} searchField={searchField} />
        </LeadsHeader>
        {view.lead === undefined && <ActiveFilters view={view} questions={questions} onView={setView} />}
        {failure && <FailedNotice title={t('leads_fetch_failed')} failure={failure} onRetry={refetch} />}
        <div
          ref={content}
          tabIndex={-1}
          {...focusProps}
          className="relative grid content-start outline-none beside:min-h-[calc(100svh-11rem)] beside:[--beside:54%] beside:xl:[--beside:58%]"
        >
          {((page === undefined && failure === null) || isPastTheEnd) && <LoadingNotice />}
          {page?.total === 0 &&
            page.leads.length === 0 &&
            (isFiltered(view) ? (
              <p className="py-24 text-center text-lg font-semibold">{t('leads_nothing_found')}</p>
            ) : (
              firstDay
            ))}
          {page !== undefined && page.leads.length > 0 && (
            <>
              <SelectionBar
                selected={selected}
                rowCount={page.leads.length}
                onSelectAll={selectAll}
                onDelete={askToDelete}
              />
              <LeadList
                leads={page.leads}
                query={shownQuery}
                offset={(view.page - 1) * pageSize}
                total={total}
                busy={isFetching}
                selected={selectedIds}
                openLeadIds={openLeadIds}
                arrived={arrived}
                renderedAtMs={first?.renderedAtMs ?? 0}
              />
              {page.leads.every(({ _id }) => !openLeadIds.has(_id)) && <ChooseLead />}
              <Pager page={view.page} pages={pageCount(total)} onPage={showPage} />
            </>
          )}
        </div>
        {firstToDelete && (
          <DeleteDialog
            leads={[firstToDelete, ...otherToDelete]}
            onClose={() => askToDelete([])}
            onDeleted={handleDeleted}
          />
        )}
        {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
      </div>
    </LeadsContext>
  );
}

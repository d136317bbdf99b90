'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { DeleteDialog } from './delete-dialog';
import type { LeadView } from './lead-data';
import { LeadFeed } from './lead-feed';
import { LeadsHeader } from './leads-header';
import { LeadsEmpty, LeadsFailed, LeadsLoading } from './leads-notices';
import { screenOf } from './leads-state';
import { PlayerProvider, usePlayer } from './player-context';
import { useLeads } from './use-leads';

interface LeadsPageProps {
  /** Whether there is a session that can be ended. */
  signedIn: boolean;
}

export function LeadsPage(props: LeadsPageProps) {
  return (
    <PlayerProvider>
      <Leads {...props} />
    </PlayerProvider>
  );
}

function Leads({ signedIn }: LeadsPageProps) {
  const router = useRouter();
  const player = usePlayer();
  const { state, dispatch, load } = useLeads();
  const [deleting, setDeleting] = useState<LeadView | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const { leads, loading, failure, autoRefresh } = state;
  const screen = screenOf(state);

  const askAgain = useCallback(() => router.refresh(), [router]);
  const signedOutElsewhere = failure?.code === 'unauthorized' || failure?.code === 'admin_locked';
  useEffect(() => {
    if (signedOutElsewhere) askAgain();
  }, [signedOutElsewhere, askAgain]);

  const reload = useCallback(() => void load(), [load]);

  function removed({ _id }: LeadView) {
    setDeleting(null);
    player.forget(_id);
    dispatch({ type: 'lead_deleted', leadId: _id });
    content.current?.focus();
    reload();
  }

  return (
    <div className="grid gap-4">
      <LeadsHeader
        total={leads?.length ?? null}
        autoRefresh={autoRefresh}
        onToggleAutoRefresh={() => dispatch({ type: 'auto_refresh_toggled' })}
        onSignedOut={signedIn ? askAgain : undefined}
      />
      {failure && <LeadsFailed failure={failure} busy={loading} onRetry={reload} />}
      <div ref={content} tabIndex={-1} className="outline-none">
        {screen === 'loading' && <LeadsLoading />}
        {screen === 'empty' && <LeadsEmpty />}
        {screen === 'list' && leads && (
          <LeadFeed leads={leads} busy={loading} onDelete={setDeleting} onChanged={reload} />
        )}
      </div>
      {deleting && <DeleteDialog lead={deleting} onClose={() => setDeleting(null)} onDeleted={removed} />}
    </div>
  );
}

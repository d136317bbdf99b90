'use client';

import { useTranslations } from 'next-intl';
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { browserStorage, tabStorage } from '@/components/ui/browser-storage';
import { RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { useRefetchOnEvents } from '@/components/leads/use-refetch-on-events';
import type { AgentPage as Page } from '@/lib/contracts/agent-plan';
import { ResourceNotice } from '../resource-notice';
import { useResource } from '../use-resource';
import { DraftBar } from './draft-bar';
import { Conflict, UnsentDraft } from './draft-choices';
import { Autosave } from './autosave';
import { PlanForm } from './plan-form';
import { Versions } from './versions';

const agentPath = apiUrl('GET /api/admin/agent');

const server = {
  save: async (revision: number, plan: Page['published']['plan']) =>
    (await callApi('PATCH /api/admin/agent', { body: { revision, plan } })).revision,
  load: () => callApi('GET /api/admin/agent'),
  isConflict: (error: unknown) => error instanceof RequestFailure && error.code === 'draft_changed',
};

export function AgentPage() {
  const t = useTranslations();
  const resource = useResource([agentPath], (signal) => callApi('GET /api/admin/agent', { signal }));
  useRefetchOnEvents(apiUrl('GET /api/admin/agent/events'), agentPath);
  // The form is large: the page's title paints before it.
  const page = useDeferredValue(resource.data ?? null, null);
  return (
    <div className="grid gap-5 beside:has-data-trial:pr-94">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t('plan_title')}</h1>
        <p className="max-w-[65ch] text-sm text-pretty text-ink-soft">{t('plan_intro')}</p>
      </header>
      <ResourceNotice {...resource} data={page ?? undefined} />
      {page && <Editor page={page} reload={resource.reload} />}
    </div>
  );
}

interface EditorProps {
  page: Page;
  reload: () => Promise<void>;
}

function Editor({ page, reload }: EditorProps) {
  const t = useTranslations();
  const [autosave] = useState(() => new Autosave(page, server, { tab: tabStorage, browser: browserStorage }));
  const draft = useSyncExternalStore(autosave.store.subscribe, autosave.store.get, autosave.store.get);
  const isUnsaved = draft.saving !== 'saved';

  useEffect(() => autosave.adopt(page), [autosave, page]);
  useEffect(() => autosave.attach(), [autosave]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  return (
    <>
      <DraftBar page={page} draft={draft} autosave={autosave} reload={reload} />
      {page.engine === 'script' && (
        <p className="rounded-xl border border-line bg-paper-sunk p-3 text-sm text-pretty">
          {t('plan_script_mode')}
        </p>
      )}
      {draft.unsent && (
        <UnsentDraft
          now={draft.plan}
          unsent={draft.unsent.plan}
          mayRestore={!isUnsaved}
          onRestore={() => autosave.restoreUnsent()}
          onDrop={() => autosave.dropUnsent()}
        />
      )}
      {draft.saving === 'conflict' && draft.theirs && (
        <Conflict
          mine={draft.plan}
          theirs={draft.theirs.plan}
          onChoose={(choice) => void autosave.resolve(choice)}
        />
      )}
      <PlanForm page={page} plan={draft.plan} onChange={(plan) => autosave.edit(plan)} />
      <Versions page={page} onRestored={reload} />
    </>
  );
}

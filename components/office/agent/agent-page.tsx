'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserStorage, tabStorage } from '@/components/ui/browser-storage';
import { RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { useLive } from '@/components/leads/use-live';
import type { AgentPage as Page } from '@/lib/contracts/agent-plan';
import { OfficeFailed, OfficeLoading } from '../notices';
import { useResource } from '../use-resource';
import { Conflict, DraftBar, LeftDraft } from './draft-bar';
import { DraftKeeper } from './draft-keeper';
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
  const { data, failure, reload } = useResource([agentPath], (signal) =>
    callApi('GET /api/admin/agent', { signal }),
  );
  useLive(apiUrl('GET /api/admin/agent/events'), agentPath);
  return (
    <div className="grid gap-5 beside:has-data-trial:pr-94">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t('plan_title')}</h1>
        <p className="max-w-[65ch] text-sm text-pretty text-ink-soft">{t('plan_intro')}</p>
      </header>
      {failure && <OfficeFailed failure={failure} onRetry={() => void reload()} />}
      {data === undefined && failure === null && <OfficeLoading />}
      {data !== undefined && <Editor page={data} reload={reload} />}
    </div>
  );
}

interface EditorProps {
  page: Page;
  reload: () => Promise<void>;
}

function Editor({ page, reload }: EditorProps) {
  const t = useTranslations();
  const [keeper] = useState(
    () => new DraftKeeper(page, server, { tab: tabStorage, browser: browserStorage }),
  );
  const draft = useSyncExternalStore(keeper.store.subscribe, keeper.store.get, keeper.store.get);
  const unsaved = draft.saving !== 'saved';

  useEffect(() => keeper.adopt(page), [keeper, page]);
  useEffect(() => keeper.attach(), [keeper]);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return (
    <>
      <DraftBar page={page} draft={draft} keeper={keeper} reload={reload} />
      {page.engine === 'script' && (
        <p className="rounded-xl border border-line bg-paper-sunk p-3 text-sm text-pretty">
          {t('plan_script_mode')}
        </p>
      )}
      {draft.left && (
        <LeftDraft
          now={draft.plan}
          left={draft.left.plan}
          onTake={() => keeper.takeBack()}
          onLeave={() => keeper.leave()}
        />
      )}
      {draft.saving === 'conflict' && draft.theirs && (
        <Conflict mine={draft.plan} theirs={draft.theirs.plan} onKeep={(keep) => void keeper.settle(keep)} />
      )}
      <PlanForm page={page} plan={draft.plan} onChange={(plan) => keeper.edit(plan)} />
      <Versions page={page} onBack={reload} />
    </>
  );
}

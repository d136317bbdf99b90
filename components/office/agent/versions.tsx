import { History } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { dayAndTime } from '@/components/leads/format';
import { useBusyToast } from '@/components/leads/use-busy';
import { useLanguage } from '@/components/ui/use-language';
import { toast } from '@/components/ui/toast';
import { ToolButton } from '@/components/ui/tool-button';
import { callApi } from '@/lib/api-client';
import type { AgentPage, PlanDraft, PlanVersionInfo } from '@/lib/contracts/agent-plan';
import { DiffView } from './diff-view';
import { PlanDialog } from './plan-dialog';

async function planOfNumber(number: number): Promise<PlanDraft> {
  return (await callApi('GET /api/admin/agent/versions/{number}', { params: { number } })).plan;
}

/** The published versions with their changes; each earlier one can be restored. */
export function Versions({ page, onRestored }: { page: AgentPage; onRestored: () => Promise<void> }) {
  const t = useTranslations();
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-semibold">{t('plan_versions')}</h2>
      {page.versions.length === 0 && <p className="text-sm text-ink-soft">{t('plan_versions_none')}</p>}
      <ol className="border-t border-line empty:hidden">
        {page.versions.map((version, i) => (
          <Version
            key={version.number}
            version={version}
            inUse={i === 0}
            page={page}
            onRestored={onRestored}
          />
        ))}
      </ol>
    </section>
  );
}

interface VersionProps {
  version: PlanVersionInfo;
  inUse: boolean;
  page: AgentPage;
  onRestored: () => Promise<void>;
}

type Shown = { what: 'changes' | 'restore'; before: PlanDraft; after: PlanDraft };

function Version({
  version: { number, author, note, createdAt, restores },
  inUse,
  page,
  onRestored,
}: VersionProps) {
  const t = useTranslations();
  const language = useLanguage();
  const [shown, setShown] = useState<Shown | null>(null);
  const { busy, run } = useBusyToast('plan_failed');

  async function show() {
    if (shown !== null) return setShown(null);
    const [before, after] = await Promise.all([
      number === 1 ? page.base : planOfNumber(number - 1),
      planOfNumber(number),
    ]);
    setShown({ what: 'changes', before, after });
  }

  async function showRestore() {
    setShown({ what: 'restore', before: page.published.plan, after: await planOfNumber(number) });
  }

  async function restore(by: string) {
    await callApi('POST /api/admin/agent/versions/{number}', { params: { number }, body: { author: by } });
    setShown(null);
    await onRestored();
    toast.success(t('plan_back_done', { number }));
  }

  return (
    <li className="grid gap-2 border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <h3 className="font-semibold">{t('plan_version', { number })}</h3>
        {inUse && (
          <span className="rounded-full bg-completed-paper px-2 py-0.5 text-xs font-medium text-completed-ink">
            {t('plan_version_in_use')}
          </span>
        )}
        <span>{author}</span>
        <time dateTime={createdAt} className="text-ink-soft">
          {dayAndTime(createdAt, language)}
        </time>
        <span className="min-w-0 break-words text-ink-soft">
          {restores === null ? note : t('plan_version_restores', { number: restores })}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <ToolButton
            busy={busy}
            aria-expanded={shown?.what === 'changes'}
            aria-label={t('plan_version_changes_of', { number })}
            onClick={() => void run(show)}
          >
            {t('plan_version_changes')}
          </ToolButton>
          {!inUse && (
            <ToolButton icon={History} onClick={() => void run(showRestore)}>
              {t('plan_version_back_to', { number })}
            </ToolButton>
          )}
        </span>
      </div>
      {shown?.what === 'changes' && <DiffView before={shown.before} after={shown.after} />}
      {shown?.what === 'restore' && (
        <PlanDialog
          title={t('plan_version_back_to', { number })}
          confirm={t('plan_version_back')}
          withAuthor
          onConfirm={restore}
          onClose={() => setShown(null)}
        >
          <DiffView before={shown.before} after={shown.after} />
        </PlanDialog>
      )}
    </li>
  );
}

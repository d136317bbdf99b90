import { GitCompare, Mic, Send, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { dayAndTime } from '@/components/leads/format';
import { useLanguage } from '@/components/ui/use-language';
import { toast } from '@/components/ui/toast';
import { ToolButton } from '@/components/ui/tool-button';
import { callApi } from '@/lib/api-client';
import { type AgentPage, planOf } from '@/lib/contracts/agent-plan';
import { Comparison } from './comparison';
import { DiffView } from './diff-view';
import type { Autosave, DraftState } from './autosave';
import { hasSameText } from './plan-text';
import { PlanDialog } from './plan-dialog';
import { Trial } from './trial';

interface DraftBarProps {
  page: AgentPage;
  draft: DraftState;
  autosave: Autosave;
  reload: () => Promise<void>;
}

/** The state of the draft and its actions. */
export function DraftBar({ page, draft, autosave, reload }: DraftBarProps) {
  const t = useTranslations();
  const [openPanel, setOpenPanel] = useState<'publish' | 'discard' | 'trial' | 'comparison' | null>(null);
  const bar = useRef<HTMLElement>(null);
  const isChanged = !hasSameText(draft.plan, page.published.plan);
  const problemCount = planOf(draft.plan).error?.issues.length ?? 0;
  const problem = draft.saving === 'failed' && t('plan_saving_failed');
  const isReady = isChanged && problemCount === 0 && draft.saving !== 'conflict';

  const close = () => setOpenPanel(null);

  /** Returns true if the server has the whole draft. A conflict closes the dialog: the page offers the choice. */
  async function saveDraft(): Promise<boolean> {
    if (await autosave.flush()) return true;
    if (autosave.store.get().saving === 'conflict') close();
    return false;
  }

  async function publish(author: string, note: string) {
    if (!(await saveDraft())) return;
    const { revision } = autosave.store.get();
    const published = await callApi('POST /api/admin/agent', { body: { revision, author, note } });
    autosave.continueAt(published.revision);
    close();
    toast.success(t('plan_publish_done', { number: published.number }));
    await reload();
  }

  async function discard() {
    if (!(await saveDraft())) return;
    const { revision } = autosave.store.get();
    await callApi('DELETE /api/admin/agent', { body: { revision } });
    close();
    await reload();
    // The pressed button disappears with the draft.
    bar.current?.focus();
  }

  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t('plan_draft')}
      className="sticky top-16 z-10 grid gap-3 rounded-xl border border-line bg-paper-raised p-3 shadow-float max-md:static"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto grid min-w-0 text-sm max-lg:basis-full">
          <InUse page={page} />
          <p role="status" className={draft.saving === 'failed' ? 'text-failed-ink' : 'text-ink-soft'}>
            {isChanged || draft.saving !== 'saved' ? t(`plan_saving_${draft.saving}`) : t('plan_draft_none')}
            {problemCount > 0 && ` ${t('plan_problems', { count: problemCount })}`}
          </p>
        </div>
        <ToolButton
          icon={Mic}
          onClick={() => setOpenPanel(openPanel === 'trial' ? null : 'trial')}
          aria-expanded={openPanel === 'trial'}
        >
          {t('plan_trial')}
        </ToolButton>
        {page.engine === 'model' && (
          <ToolButton
            icon={GitCompare}
            aria-disabled={!isReady || undefined}
            onClick={() => setOpenPanel(openPanel === 'comparison' ? null : 'comparison')}
            aria-expanded={openPanel === 'comparison'}
          >
            {t('comparison_title')}
          </ToolButton>
        )}
        {isChanged && (
          <ToolButton icon={Trash2} tone="danger" onClick={() => setOpenPanel('discard')}>
            {t('plan_discard')}
          </ToolButton>
        )}
        <ToolButton
          icon={Send}
          tone={isReady ? 'press' : 'plain'}
          aria-disabled={!isReady || undefined}
          onClick={() => isReady && setOpenPanel('publish')}
        >
          {t('plan_publish')}
        </ToolButton>
      </div>
      {openPanel === 'trial' && (
        <Trial autosave={autosave} languages={draft.plan.languages} onClose={close} />
      )}
      {openPanel === 'comparison' && (
        <Comparison
          autosave={autosave}
          languages={draft.plan.languages}
          topics={[...page.published.plan.topics, ...draft.plan.topics]}
          revision={draft.revision}
          onClose={close}
        />
      )}
      {openPanel === 'publish' && (
        <PlanDialog
          title={t('plan_publish_title')}
          confirm={t('plan_publish_confirm')}
          withNote
          problem={problem}
          onConfirm={publish}
          onClose={close}
        >
          <DiffView before={page.published.plan} after={draft.plan} />
        </PlanDialog>
      )}
      {openPanel === 'discard' && (
        <PlanDialog
          title={t('plan_discard_title')}
          confirm={t('plan_discard')}
          danger
          problem={problem}
          onConfirm={discard}
          onClose={close}
        >
          <DiffView before={draft.plan} after={page.published.plan} />
        </PlanDialog>
      )}
    </section>
  );
}

function InUse({ page }: { page: AgentPage }) {
  const t = useTranslations();
  const language = useLanguage();
  const [latestVersion] = page.versions;
  return (
    <p className="font-semibold">
      {latestVersion === undefined
        ? t('plan_in_use_own')
        : t('plan_in_use', {
            number: latestVersion.number,
            author: latestVersion.author,
            time: dayAndTime(latestVersion.createdAt, language),
          })}
    </p>
  );
}

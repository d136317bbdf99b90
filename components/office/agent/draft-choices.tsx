import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import type { PlanDraft } from '@/lib/contracts/agent-plan';
import { DiffView } from './diff-view';

interface UnsentDraftProps {
  now: PlanDraft;
  unsent: PlanDraft;
  /** False while this tab has unsaved changes. */
  mayRestore: boolean;
  onRestore: () => void;
  onDrop: () => void;
}

/** Offers the changes that another tab or a closed browser did not save. */
export function UnsentDraft({ now, unsent, mayRestore, onRestore, onDrop }: UnsentDraftProps) {
  const t = useTranslations();
  return (
    <section
      aria-label={t('plan_left')}
      className="grid gap-3 rounded-xl border border-line-strong bg-pending-paper p-4"
    >
      <p className="text-sm font-semibold text-pending-ink">{t('plan_left')}</p>
      <DiffView before={now} after={unsent} />
      <div className="flex flex-wrap gap-2">
        <ToolButton aria-disabled={!mayRestore} onClick={onRestore}>
          {t('plan_left_take')}
        </ToolButton>
        <ToolButton onClick={onDrop}>{t('plan_left_leave')}</ToolButton>
      </div>
    </section>
  );
}

interface ConflictProps {
  mine: PlanDraft;
  theirs: PlanDraft;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** Somebody else changed the draft meanwhile; a person chooses which one stays. */
export function Conflict({ mine, theirs, onChoose }: ConflictProps) {
  const t = useTranslations();
  return (
    <div role="alert" className="grid gap-3 rounded-xl border border-failed bg-failed-paper p-4">
      <p className="text-sm font-semibold text-failed-ink">{t('plan_conflict')}</p>
      <DiffView before={theirs} after={mine} />
      <div className="flex flex-wrap gap-2">
        <ToolButton onClick={() => onChoose('mine')}>{t('plan_conflict_mine')}</ToolButton>
        <ToolButton onClick={() => onChoose('theirs')}>{t('plan_conflict_theirs')}</ToolButton>
      </div>
    </div>
  );
}

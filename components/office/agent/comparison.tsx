import { CircleStop, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useVendorWords } from '@/components/leads/vendor-words';
import { ToolButton } from '@/components/ui/tool-button';
import { apiUrl, callApi } from '@/lib/api-client';
import type { DraftTopic } from '@/lib/contracts/agent-plan';
import type { ComparisonProgress, Comparison as LatestComparison } from '@/lib/contracts/evaluation';
import type { Language } from '@/lib/i18n/language';
import { useResource } from '../use-resource';
import { ComparisonTable } from './comparison-table';
import type { Autosave } from './autosave';
import { useDraftTest } from './draft-test';

const comparisonPath = apiUrl('GET /api/admin/agent/comparison');
/** The agent reports to the server after each conversation. */
const pollMs = 2_000;

interface ComparisonProps {
  autosave: Autosave;
  /** The draft's languages. */
  languages: readonly Language[];
  /** The topics of both plans. */
  topics: readonly DraftTopic[];
  revision: number;
  onClose: () => void;
}

/** Simulated visitors talk with the draft and with the published plan. */
export function Comparison({ autosave, languages, topics, revision, onClose }: ComparisonProps) {
  const t = useTranslations();
  const { data, reload } = useResource(
    [comparisonPath],
    (signal) => callApi('GET /api/admin/agent/comparison', { signal }),
    pollMs,
  );
  const { busy, problem, run, begin, languageField } = useDraftTest(autosave, languages);
  const comparison = data?.comparison ?? null;
  const isOn = comparison?.state === 'waiting' || comparison?.state === 'running';

  const start = () =>
    begin((savedRevision, inLanguage) =>
      callApi('POST /api/admin/agent/comparison', {
        body: { revision: savedRevision, language: inLanguage },
      }).then(reload),
    );
  const cancel = () => run(() => callApi('DELETE /api/admin/agent/comparison').then(reload));

  return (
    <section aria-label={t('comparison_title')} className="grid gap-3 border-t border-line pt-3">
      <p className="text-sm text-pretty text-ink-soft">
        {t('comparison_hint', { requests: data?.maxRequests ?? 0 })}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        {languageField(t('comparison_language'), isOn)}
        <ToolButton
          icon={isOn ? CircleStop : Play}
          tone={isOn ? 'danger_press' : 'press'}
          busy={busy}
          onClick={() => void (isOn ? cancel() : start())}
        >
          {t(isOn ? 'comparison_cancel' : 'comparison_start')}
        </ToolButton>
        <ToolButton onClick={onClose}>{t('plan_trial_close')}</ToolButton>
      </div>
      <p role="status" className="text-sm font-semibold">
        {comparison !== null && <StateWords comparison={comparison} />}
        {problem && <span className="text-failed-ink">{problem}</span>}
      </p>
      {comparison?.progress !== undefined && comparison.progress.planned > 0 && (
        <Progress progress={comparison.progress} isOn={isOn} />
      )}
      {comparison !== null && comparison.revision !== revision && (
        <p className="text-sm text-pretty text-pending-ink">{t('comparison_older')}</p>
      )}
      {comparison?.progress !== undefined && comparison.progress.rows.length > 0 && (
        <ComparisonTable rows={comparison.progress.rows} topics={topics} />
      )}
    </section>
  );
}

function StateWords({ comparison: { state, progress } }: { comparison: LatestComparison }) {
  const t = useTranslations();
  const vendorWords = useVendorWords();
  const refusal = progress?.refusal;
  return (
    <span className={['refused', 'failed', 'lost'].includes(state) ? 'text-failed-ink' : undefined}>
      {t(`comparison_state_${state}`)}
      {refusal !== undefined && ` ${refusal.vendor}: ${vendorWords(refusal)}.`}
    </span>
  );
}

/** The progress is outside the status, because a screen reader reads out the status at each change. */
function Progress({ progress, isOn }: { progress: ComparisonProgress; isOn: boolean }) {
  const t = useTranslations();
  const { finished, planned, requests } = progress;
  return (
    <div className="grid gap-2 text-sm">
      {isOn && (
        <progress aria-label={t('comparison_title')} max={planned} value={finished} className="h-2 w-full" />
      )}
      <p>{t('comparison_progress', { finished, planned, requests })}</p>
    </div>
  );
}

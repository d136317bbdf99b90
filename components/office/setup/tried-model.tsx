import { useFormatter, useTranslations } from 'next-intl';
import { useVendorWords } from '@/components/leads/vendor-words';
import type { ModelTrial } from '@/lib/contracts/vendor-failures';

const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** The time to a model's first word, or its failure. */
export function TriedModel({ tried }: { tried: ModelTrial }) {
  const t = useTranslations();
  const format = useFormatter();
  const words = useVendorWords();
  const { model, firstTokenMs, said, lacksTools, reasoning, failure } = tried;
  const values = { model, seconds: format.number((firstTokenMs ?? 0) / 1000, hundredths) };
  if (failure !== undefined) {
    const isSlow = failure.kind === 'timeout' && firstTokenMs !== undefined;
    const why = isSlow
      ? t('setup_model_slow', values)
      : t('setup_model_failed', { model, why: words(failure) });
    return (
      <span className="block break-words text-failed-ink">
        {why} <Reasoning {...reasoning} />
      </span>
    );
  }
  return (
    <span className="block break-words text-completed-ink">
      {t(lacksTools ? 'setup_model_without_tools' : 'setup_model_works', values)}
      {said !== undefined && said !== '' && ` “${said}”`} <Reasoning {...reasoning} />
    </span>
  );
}

/** Whether `reasoning_effort` was sent as configured, changed, or left out. */
function Reasoning({ set, sent }: ModelTrial['reasoning']) {
  const t = useTranslations();
  if (set === sent)
    return sent === undefined ? t('setup_reasoning_not_sent') : t('setup_reasoning_sent', { sent });
  if (sent === undefined) return t('setup_reasoning_left_out', { set: set ?? '' });
  return set === undefined
    ? t('setup_reasoning_needed', { sent })
    : t('setup_reasoning_replaced', { set, sent });
}

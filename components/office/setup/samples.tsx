import { AudioLines } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { ToolButton } from '@/components/ui/tool-button';
import { callApi } from '@/lib/api-client';
import { type SampleState, sampleLengthS } from '@/lib/contracts/sample';
import { languageNames } from '@/lib/i18n/language';

interface SamplesProps {
  samples: readonly SampleState[];
  onChanged: () => Promise<void>;
}

/** The conversation that visitors can listen to first: its state in each language, and a button that makes it. */
export function Samples({ samples, onChanged }: SamplesProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, failure, run } = useBusy();
  const makeable = samples.filter(({ hasVoice, state }) => hasVoice && state !== 'own');

  const make = () =>
    run(async () => {
      for (const { language } of makeable) {
        await callApi('POST /api/admin/sample', { body: { language }, timeoutMs: null });
        await onChanged();
      }
    });

  return (
    <div className="mt-1 grid justify-items-start gap-1">
      <p>
        {t('setup_sample')}{' '}
        <span className="text-ink-soft tabular-nums">
          {samples
            .map((sample) => `${languageNames[sample.language]}:\u00a0${stateWords(t, sample)}`)
            .join('\u00a0· ')}
        </span>
      </p>
      {samples.some(isOffLength) && (
        <p className="text-pending-ink">{t('setup_sample_length', sampleLengthS)}</p>
      )}
      {makeable.length === 0 && samples.every(({ state }) => state === 'none') && (
        <p className="text-ink-soft">{t('setup_sample_needs_voice')}</p>
      )}
      {makeable.length > 0 && (
        <ToolButton icon={AudioLines} busy={busy} onClick={() => void make()}>
          {t('setup_sample_make')}
        </ToolButton>
      )}
      <p role="status" className="text-failed-ink">
        {failure && words(failure)}
      </p>
    </div>
  );
}

function stateWords(t: ReturnType<typeof useTranslations>, { state, lastsS = 0 }: SampleState): string {
  return t(`setup_sample_${state}`, { seconds: Math.round(lastsS) });
}

/** True for a sample outside the best length. */
function isOffLength({ lastsS }: SampleState): boolean {
  if (lastsS === undefined) return false;
  return lastsS < sampleLengthS.min || lastsS > sampleLengthS.max;
}

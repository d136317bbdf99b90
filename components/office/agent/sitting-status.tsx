import { useTranslations } from 'next-intl';
import { useFailureWords } from '@/components/leads/failure-words';
import type { Sitting, SittingFault } from './sitting';

/** Describes the phase of a sitting, or what is wrong with the recording. */
export function SittingStatus({ phase }: { phase: Sitting['phase'] }) {
  const t = useTranslations();
  const faultWords = useFaultWords();
  if ('fault' in phase && phase.fault !== undefined)
    return <span className="text-failed-ink">{faultWords(phase.fault)}</span>;
  if (phase.name !== 'checked') return t(`plan_own_voice_is_${phase.name}`);
  const { problems } = phase.take.sound;
  if (problems.length === 0) return t('plan_own_voice_is_heard');
  return (
    <span className="text-failed-ink">
      {problems.map((problem) => t(`plan_own_voice_${problem}`)).join(' ')}
    </span>
  );
}

function useFaultWords(): (fault: SittingFault) => string {
  const t = useTranslations();
  const words = useFailureWords();
  return (fault) => {
    if (typeof fault === 'string') return t(`plan_own_voice_${fault}`);
    return fault.code === 'invalid_audio' ? t('plan_own_voice_silent') : words(fault);
  };
}

import { useTranslations } from 'next-intl';
import { isLanguage, languageNames } from '@/lib/i18n/language';
import { minutesSeconds } from '@/lib/time';
import type { Lead } from '@/lib/contracts/leads';
import { WaveformView } from '@/components/player/waveform-view';

interface RowFactsProps {
  lead: Lead;
  /** The visitor's words are in the same line, in place of the call's end. */
  hasWords: boolean;
}

/** Length, language, answers and end of a call; none of them needs a recogniser. */
export function RowFacts({ lead: { duration, language, interview }, hasWords }: RowFactsProps) {
  const t = useTranslations();
  const answers = interview && { given: interview.answered, asked: interview.questions };
  return (
    <span
      className={`ml-auto flex items-center gap-2 text-xs whitespace-nowrap text-ink-soft tabular-nums ${hasWords ? 'shrink-0' : 'min-w-32 flex-1 basis-0 justify-end'}`}
    >
      {interview && interview.end !== 'agent_closed' && (
        <span className={hasWords ? 'sr-only' : 'truncate md:max-lg:sr-only'}>
          {t(`insights_end_${interview.end}`)}
        </span>
      )}
      {answers && (
        <span title={t('leads_answers_given', answers)}>
          <span aria-hidden>{`${answers.given}/${answers.asked}`}</span>
          <span className="sr-only">{t('leads_answers_given', answers)}</span>
        </span>
      )}
      {isLanguage(language) && (
        <abbr title={languageNames[language]} className="uppercase no-underline md:max-lg:hidden">
          {language}
        </abbr>
      )}
      {duration > 0 && <span>{minutesSeconds(duration)}</span>}
    </span>
  );
}

/** The visitor's voice above, the agent's below. */
export function RowWave({ lead: { hasAudio, missed, wave } }: { lead: Lead }) {
  const t = useTranslations();
  if (!hasAudio)
    return (
      <span className="block truncate text-xs leading-tight text-ink-soft max-lg:text-[0.6875rem] line:text-wrap">
        {t(missed ? 'leads_missed' : 'leads_without_recording')}
      </span>
    );
  return wave && <WaveformView peaks={wave} className="h-6 w-full" />;
}

import { Pause, Play, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { usePlayback, usePlayer } from '@/components/player/player-context';
import { isLanguage, languageNames } from '@/lib/i18n/language';
import { minutesSeconds } from '@/lib/time';
import type { Lead } from '@/lib/contracts/leads';
import { WaveformView } from '@/components/player/waveform-view';
import { recordingOf } from '../player/recording-of';

interface RowFactsProps {
  lead: Lead;
  /** The visitor's words take the place of the call's end in this line. */
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
        <span className={hasWords ? 'sr-only' : 'truncate'}>{t(`insights_end_${interview.end}`)}</span>
      )}
      {answers && (
        <span title={t('leads_answers_given', answers)}>
          <span aria-hidden>{`${answers.given}/${answers.asked}`}</span>
          <span className="sr-only">{t('leads_answers_given', answers)}</span>
        </span>
      )}
      {isLanguage(language) && (
        <abbr title={languageNames[language]} className="uppercase no-underline max-[22rem]:sr-only">
          {language}
        </abbr>
      )}
      {duration > 0 && <span>{minutesSeconds(duration)}</span>}
    </span>
  );
}

/** The visitor's voice above, the agent's below. A press plays the recording without opening the lead. */
export function RowWave({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const player = usePlayer();
  const { phase, positionS, durationS } = usePlayback(lead._id);
  const { hasAudio, missed, wave, duration } = lead;
  if (!hasAudio)
    return (
      <span className="block truncate text-xs text-ink-soft">
        {t(missed ? 'leads_missed' : 'leads_without_recording')}
      </span>
    );
  if (!wave) return null;
  const isOn = phase === 'playing' || phase === 'loading';
  const hasFailed = phase === 'failed';
  const Icon = hasFailed ? TriangleAlert : isOn ? Pause : Play;
  const playedShare = positionS / Math.max(durationS ?? duration, 1);
  return (
    <button
      type="button"
      // The row's space key does the same.
      tabIndex={-1}
      onClick={() => player.toggle(recordingOf(lead))}
      aria-label={t('leads_listen')}
      title={t(hasFailed ? 'leads_player_failed' : 'leads_listen')}
      aria-pressed={isOn}
      className="group/wave relative block w-full rounded py-1"
    >
      <WaveformView wave={wave} className="h-6 w-full" />
      {phase !== 'idle' && (
        <span
          aria-hidden
          style={{ width: `${Math.min(1, playedShare) * 100}%` }}
          className="absolute bottom-0 left-0 h-0.5 rounded bg-ink"
        />
      )}
      <span
        aria-hidden
        className={`absolute inset-y-0 left-1/2 grid -translate-x-1/2 place-items-center group-hover/wave:opacity-100 group-aria-pressed/wave:opacity-100 ${hasFailed ? '' : 'opacity-0'}`}
      >
        <span
          className={`grid size-6 place-items-center rounded-full ${hasFailed ? 'bg-failed-ink text-paper-raised' : 'bg-cobalt text-on-cobalt'}`}
        >
          <Icon className="size-3.5" />
        </span>
      </span>
    </button>
  );
}

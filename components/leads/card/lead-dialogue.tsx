import { useLocale, useTranslations } from 'next-intl';
import { toast } from '@/components/ui/toast';
import type { LeadTurn } from '@/lib/contracts/leads';
import { minutesSeconds } from '@/lib/time';
import { formatTranscript, transcriptFormats } from '@/lib/transcript-formats';
import { transcriptPath } from '../api';
import { tenthsOfSeconds } from '../format';
import type { LeadView } from '../lead-data';
import { recordingOf } from '../player/player';
import { usePlayback, usePlayer } from '../player/player-context';
import { turnAt } from '../player/waveform';

const link = 'rounded px-1 text-xs font-semibold text-cobalt underline-offset-4 hover:underline';

/** The conversation to go: copied, or as a file. */
export function TranscriptTools({ lead }: { lead: LeadView }) {
  const t = useTranslations();

  async function copy() {
    const names = { agent: t('leads_speaker_agent'), visitor: t('leads_speaker_visitor') };
    try {
      await navigator.clipboard.writeText(formatTranscript(lead.turns, 'txt', names));
      toast.success(t('leads_copied'));
    } catch {
      toast.error(t('leads_copy_failed'));
    }
  }

  return (
    <div className="flex gap-2">
      <button type="button" onClick={() => void copy()} className={link}>
        {t('leads_copy')}
      </button>
      {transcriptFormats.map((format) => (
        <a
          key={format}
          href={transcriptPath(lead._id, format)}
          download
          aria-label={t('leads_download_transcript', { format: format.toUpperCase() })}
          className={link}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

export function LeadTranscription({ transcription }: { transcription: string | undefined }) {
  const t = useTranslations();
  const text = transcription?.trim();
  if (!text) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded font-medium">{t('leads_transcription')}</summary>
      <p className="mt-2 rounded-lg bg-paper-sunk p-3 whitespace-pre-line">{text}</p>
    </details>
  );
}

/** The conversation as a dialogue; a turn of a recorded one plays from its beginning. */
export function LeadDialogue({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  if (lead.turns.length === 0) return null;
  return (
    <div className="min-w-0 lg:only:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-xs font-semibold text-ink-soft">{t('leads_conversation')}</h3>
        <TranscriptTools lead={lead} />
      </div>
      {lead.hasAudio ? <PlayableTurns lead={lead} /> : <Turns turns={lead.turns} current={null} />}
    </div>
  );
}

function PlayableTurns({ lead }: { lead: LeadView }) {
  const player = usePlayer();
  const { phase, positionS } = usePlayback(lead._id);
  const current = phase === 'idle' ? null : turnAt(lead.turns, positionS);
  return (
    <Turns
      turns={lead.turns}
      current={current}
      onPlay={(turn) => player.playFrom(recordingOf(lead), turn.fromS)}
    />
  );
}

interface TurnsProps {
  turns: LeadTurn[];
  current: number | null;
  onPlay?: (turn: LeadTurn) => void;
}

function Turns({ turns, current, onPlay }: TurnsProps) {
  const t = useTranslations();
  return (
    <ol
      aria-label={t('leads_conversation')}
      tabIndex={0}
      className="mt-1 max-h-64 overflow-y-auto rounded-lg border border-line p-1 text-sm"
    >
      {turns.map((turn, i) => (
        <li
          key={i}
          aria-current={i === current ? 'true' : undefined}
          className="grid grid-cols-[3rem_1fr] items-baseline gap-x-2 rounded-md px-1 py-0.5 aria-[current]:bg-turquoise-paper sm:grid-cols-[3rem_4rem_1fr]"
        >
          <TurnTime turn={turn} onPlay={onPlay} />
          <span
            className={`font-semibold ${turn.speaker === 'agent' ? 'text-turquoise-ink' : 'text-cobalt'}`}
          >
            {t(`leads_speaker_${turn.speaker}`)}
          </span>
          <span className="col-span-2 min-w-0 sm:col-span-1">
            {turn.text ?? <i className="text-ink-soft">{t('leads_turn_without_words')}</i>}
            <TurnWait waitS={turn.waitS} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function TurnTime({ turn, onPlay }: { turn: LeadTurn; onPlay: TurnsProps['onPlay'] }) {
  const t = useTranslations();
  const time = minutesSeconds(turn.fromS);
  if (!onPlay) return <span className="px-1 text-ink-soft tabular-nums">{time}</span>;
  return (
    <button
      type="button"
      onClick={() => onPlay(turn)}
      aria-label={t('leads_turn_play', { time })}
      className="rounded px-1 text-left text-ink-soft tabular-nums underline decoration-dotted underline-offset-4 hover:text-ink"
    >
      {time}
    </button>
  );
}

/** How long the visitor waited for this answer. */
function TurnWait({ waitS }: { waitS: number | undefined }) {
  const t = useTranslations();
  const language = useLocale();
  if (waitS === undefined) return null;
  const seconds = tenthsOfSeconds(waitS, language);
  return (
    <small className="ml-2 text-xs whitespace-nowrap text-ink-soft tabular-nums">
      {t('leads_turn_wait', { seconds })}
    </small>
  );
}

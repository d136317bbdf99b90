import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { apiUrl } from '@/lib/api-client';
import type { Lead, LeadTurn } from '@/lib/contracts/leads';
import { minutesSeconds, tenthsOfSeconds } from '@/lib/time';
import { formatTranscript, transcriptFormats } from '@/lib/transcript-formats';
import { useCopy } from '../use-copy';
import { recordingOf } from '../player/recording-of';
import { usePlayback, usePlayer } from '@/components/player/player-context';
import { turnAt } from '@/components/player/waveform';
import { SpeakerName } from './speaker-name';

const link =
  'inline-flex min-h-6 min-w-6 items-center justify-center rounded px-1 text-xs font-semibold text-cobalt underline-offset-4 hover:underline';

/** Copies the conversation or saves it as a file. */
function TranscriptTools({ lead }: { lead: Lead }) {
  const t = useTranslations();

  const copy = useCopy();
  const names = { agent: t('leads_speaker_agent'), visitor: t('leads_speaker_visitor') };

  return (
    <div className="flex gap-2 max-md:*:grid max-md:*:place-items-center touch:*:min-h-11 touch:*:min-w-11">
      <button
        type="button"
        onClick={() => copy(formatTranscript(lead.turns, 'txt', names), t('leads_copied'))}
        className={link}
      >
        {t('leads_copy')}
      </button>
      {transcriptFormats.map((format) => (
        <a
          key={format}
          href={apiUrl('GET /api/leads/{id}/transcript', { params: { id: lead._id }, query: { format } })}
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

/** The conversation in turns, or as plain text if there are none. With a recording, each turn can be played. */
export function LeadDialogue({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const text = lead.transcription?.trim();
  if (lead.turns.length === 0 && !text) return null;
  return (
    <details open className="min-w-0 text-sm">
      <summary className="w-fit rounded py-1 text-xs font-semibold text-ink-soft max-md:py-3">
        {t('leads_transcription')}
      </summary>
      {lead.turns.length > 0 ? (
        <>
          <TranscriptTools lead={lead} />
          {lead.hasAudio ? <PlayableTurns lead={lead} /> : <Turns turns={lead.turns} current={null} />}
        </>
      ) : (
        <p className="mt-2 rounded-lg bg-paper-sunk p-3 whitespace-pre-line">{text}</p>
      )}
    </details>
  );
}

function PlayableTurns({ lead }: { lead: Lead }) {
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
      className="mt-1 max-h-96 overflow-y-auto rounded-lg border border-line p-1 text-sm"
    >
      {turns.map((turn, i) => (
        <li
          key={i}
          aria-current={i === current ? 'true' : undefined}
          className="grid grid-cols-[3rem_1fr] items-baseline gap-x-2 rounded-md px-1 py-0.5 aria-[current]:bg-turquoise-paper sm:grid-cols-[3rem_5.5rem_1fr]"
        >
          <TurnTime turn={turn} onPlay={onPlay} />
          <SpeakerName speaker={turn.speaker} />
          <span className="col-span-2 min-w-0 sm:col-span-1">
            {turn.text || <i className="text-ink-soft">{t('leads_turn_without_words')}</i>}
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
      className="rounded px-1 text-left text-ink-soft tabular-nums underline decoration-dotted underline-offset-4 hover:text-ink touch:min-h-11"
    >
      {time}
    </button>
  );
}

/** The visitor's wait before this answer. */
function TurnWait({ waitS }: { waitS: number | undefined }) {
  const t = useTranslations();
  const language = useLanguage();
  if (waitS === undefined) return null;
  const seconds = tenthsOfSeconds(waitS, language);
  return (
    <small className="ml-2 text-xs whitespace-nowrap text-ink-soft tabular-nums">
      {t('leads_turn_wait', { seconds })}
    </small>
  );
}

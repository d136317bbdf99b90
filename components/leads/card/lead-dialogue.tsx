import { useLocale, useTranslations } from 'next-intl';
import type { LeadTurn } from '@/lib/contracts/leads';
import { minutesSeconds } from '@/lib/time';
import { tenthsOfSeconds } from '../data/format';
import type { LeadView } from '../data/lead-data';
import { usePlayback, usePlayer } from '../player/player-context';
import { recordingOf } from '../player/recording';
import { turnAt } from '../player/turns';
import { TranscriptTools } from './transcript-tools';

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

import { LoaderCircle, Pause, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Lead, Peaks } from '@/lib/contracts/leads';
import { SpeedSelect, VolumeControl } from './controls';
import { recordingOf } from './player';
import { usePlayback, usePlayer } from './player-context';
import { SeekBar } from './seek-bar';

/** The controls of one lead's recording; the page's only player plays it. */
export function AudioPlayer({ lead, peaks }: { lead: Lead; peaks: Peaks | undefined }) {
  const t = useTranslations();
  const player = usePlayer();
  const playback = usePlayback(lead._id);
  const recording = recordingOf(lead);
  return (
    <div
      role="group"
      aria-label={t('leads_player', { phone: lead.phoneNumber })}
      className="rounded-lg bg-paper-sunk p-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlayButton phase={playback.phase} onPress={() => player.toggle(recording)} />
        <SeekBar
          positionS={playback.positionS}
          durationS={playback.durationS ?? lead.duration}
          peaks={peaks}
          onSeek={(positionS) => player.seek(recording, positionS)}
        />
        <VolumeControl />
        <SpeedSelect />
      </div>
      {playback.phase === 'failed' && (
        <p role="alert" className="px-1 pt-1 text-sm text-failed-ink">
          {t('leads_player_failed')}
        </p>
      )}
      <VisitorAlone lead={lead} peaks={peaks} />
    </div>
  );
}

/** Explains why the agent, whose words are in the dialogue, is not heard in the recording. */
export function VisitorAlone({ lead, peaks }: { lead: Pick<Lead, 'turns'>; peaks: Peaks | undefined }) {
  const t = useTranslations();
  const hasAgentWords = lead.turns.some(({ speaker }) => speaker === 'agent');
  if (!hasAgentWords || !peaks || peaks.agent.some((level) => level > 0)) return null;
  return <p className="px-1 pt-1 text-sm text-ink-soft">{t('leads_visitor_alone')}</p>;
}

function PlayButton({ phase, onPress }: { phase: string; onPress: () => void }) {
  const t = useTranslations();
  const on = phase === 'playing' || phase === 'loading';
  const Icon = phase === 'loading' ? LoaderCircle : on ? Pause : Play;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={on ? t('leads_pause') : t('leads_play')}
      className="grid size-10 shrink-0 place-items-center rounded-full bg-cobalt text-on-cobalt touch:min-h-11 touch:min-w-11"
    >
      <Icon className={`size-5 ${phase === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
    </button>
  );
}

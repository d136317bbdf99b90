import { useTranslations } from 'next-intl';
import { PlayButton } from '@/components/player/play-button';
import { usePlayback, usePlayer } from '@/components/player/player-context';
import { SeekBar } from '@/components/player/seek-bar';
import type { Lead, Peaks } from '@/lib/contracts/leads';
import { SpeedSelect, VolumeControl } from './controls';
import { recordingOf } from './recording-of';

/** The controls of one lead's recording; the page's only player plays it. */
export function RecordingControls({ lead, peaks }: { lead: Lead; peaks: Peaks | undefined }) {
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
        <PlayButton
          phase={playback.phase}
          labels={{ play: t('leads_play'), pause: t('leads_pause') }}
          onPress={() => player.toggle(recording)}
        />
        <SeekBar
          labels={{ position: t('leads_position'), value: (times) => t('leads_position_value', times) }}
          positionS={playback.positionS}
          durationS={playback.durationS ?? lead.duration}
          wave={peaks}
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
      <RecordingNotes lead={lead} peaks={peaks} />
    </div>
  );
}

interface NotesProps {
  lead: Pick<Lead, 'turns' | 'recordedBy'>;
  peaks: Peaks | undefined;
}

/** Shows that the recording is the agent's copy, or lacks the agent's voice. */
export function RecordingNotes({ lead: { turns, recordedBy }, peaks }: NotesProps) {
  const t = useTranslations();
  const hasAgentWords = turns.some(({ speaker }) => speaker === 'agent');
  const isAgentSilent = peaks !== undefined && peaks.agent.every((level) => level === 0);
  const notes = [
    recordedBy === 'agent' && t('leads_agents_copy'),
    hasAgentWords && isAgentSilent && t('leads_visitor_alone'),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="px-1 pt-1 text-sm text-ink-soft">
      {note}
    </p>
  ));
}

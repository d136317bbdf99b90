import { Volume2, VolumeX } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { usePlayer, usePlayerSettings } from '@/components/player/player-context';
import { playerSpeeds, volumeStep } from '@/components/player/player-state';
import { RangeInput } from '@/components/player/range-input';

export function SpeedSelect() {
  const t = useTranslations();
  const player = usePlayer();
  const { speed } = usePlayerSettings();

  function choose(value: string) {
    const chosenSpeed = playerSpeeds.find((choice) => choice === Number(value));
    if (chosenSpeed !== undefined) player.setSpeed(chosenSpeed);
  }

  return (
    <select
      value={speed}
      onChange={(event) => choose(event.currentTarget.value)}
      aria-label={t('leads_speed')}
      className="h-9 rounded-lg border border-line bg-paper-raised px-2 text-sm tabular-nums touch:min-h-11 touch:min-w-11"
    >
      {playerSpeeds.map((choice) => (
        <option key={choice} value={choice}>
          {t('leads_speed_value', { speed: String(choice) })}
        </option>
      ))}
    </select>
  );
}

export function VolumeControl() {
  const t = useTranslations();
  const format = useFormatter();
  const player = usePlayer();
  const { volume, muted } = usePlayerSettings();
  const Icon = muted ? VolumeX : Volume2;
  const audibleVolume = muted ? 0 : volume;
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        onClick={player.toggleMute}
        aria-label={muted ? t('leads_unmute') : t('leads_mute')}
        className="grid size-9 place-items-center rounded-full hover:bg-paper touch:min-h-11 touch:min-w-11"
      >
        <Icon className="size-5" aria-hidden />
      </button>
      <RangeInput
        max={1}
        step={volumeStep}
        value={audibleVolume}
        onValue={player.setVolume}
        aria-label={t('leads_volume')}
        aria-valuetext={format.number(audibleVolume, { style: 'percent' })}
        className="w-20"
      />
    </div>
  );
}

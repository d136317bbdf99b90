import { Volume2, VolumeX } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { usePlayer, usePlayerSettings } from './player-context';
import { volumeStep } from './player-state';
import { RangeInput } from './range-input';

/** Mute, and the volume from 0 to 1 in steps of 0.1 (spec.md section 9). */
export function VolumeControl() {
  const t = useTranslations();
  const format = useFormatter();
  const player = usePlayer();
  const { volume, muted } = usePlayerSettings();
  const Icon = muted ? VolumeX : Volume2;
  const heard = muted ? 0 : volume;
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        onClick={player.toggleMute}
        aria-label={muted ? t('leads_unmute') : t('leads_mute')}
        className="grid size-9 place-items-center rounded-full hover:bg-paper"
      >
        <Icon className="size-5" aria-hidden />
      </button>
      <RangeInput
        max={1}
        step={volumeStep}
        value={heard}
        onValue={player.setVolume}
        aria-label={t('leads_volume')}
        aria-valuetext={format.number(heard, { style: 'percent' })}
        className="w-20"
      />
    </div>
  );
}

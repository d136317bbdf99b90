import { Volume2, VolumeX } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { CSSProperties, ComponentProps } from 'react';
import { usePlayer, usePlayerSettings } from './player-context';
import { isPlayerSpeed, playerSpeeds, volumeStep } from './player-state';

interface RangeInputProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'min' | 'max' | 'value' | 'onChange'
> {
  max: number;
  value: number;
  onValue: (value: number) => void;
  /** Invisible, over a waveform that shows the value. */
  bare?: boolean;
}

/** A slider from 0 with a filled track. */
export function RangeInput({ max, value, onValue, bare = false, className = '', ...rest }: RangeInputProps) {
  const filled: CSSProperties & { '--filled': string } = {
    '--filled': `${max > 0 ? (value / max) * 100 : 0}%`,
  };
  return (
    <input
      {...rest}
      type="range"
      min={0}
      max={max}
      value={value}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      style={filled}
      className={`min-w-0 cursor-pointer appearance-none bg-transparent ${bare ? bareLook : trackLook} ${className}`}
    />
  );
}

/** The thumb is one pixel wide, so that a click seeks exactly to the pointer. */
const bareLook =
  'absolute inset-0 size-full [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:opacity-0';

const trackLook =
  'h-9 rounded [&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--color-turquoise)_var(--filled),var(--color-line-strong)_var(--filled))] [&::-webkit-slider-thumb]:-mt-1.25 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-turquoise-ink ' +
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-turquoise [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-turquoise-ink';

export function SpeedSelect() {
  const t = useTranslations();
  const player = usePlayer();
  const { speed } = usePlayerSettings();

  function choose(value: number) {
    if (isPlayerSpeed(value)) player.setSpeed(value);
  }

  return (
    <select
      value={speed}
      onChange={(event) => choose(Number(event.currentTarget.value))}
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
  const heard = muted ? 0 : volume;
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
        value={heard}
        onValue={player.setVolume}
        aria-label={t('leads_volume')}
        aria-valuetext={format.number(heard, { style: 'percent' })}
        className="w-20"
      />
    </div>
  );
}

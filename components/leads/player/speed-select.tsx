import { useTranslations } from 'next-intl';
import { usePlayer, usePlayerSettings } from './player-context';
import { isPlayerSpeed, playerSpeeds } from './player-state';

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
      className="h-9 rounded-lg border border-line bg-paper-raised px-2 text-sm tabular-nums"
    >
      {playerSpeeds.map((choice) => (
        <option key={choice} value={choice}>
          {t('leads_speed_value', { speed: String(choice) })}
        </option>
      ))}
    </select>
  );
}

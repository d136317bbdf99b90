import { LoaderCircle, Pause, Play } from 'lucide-react';
import type { PlayerPhase } from './player-state';

interface PlayButtonProps {
  phase: PlayerPhase;
  labels: { play: string; pause: string };
  onPress: () => void;
}

export function PlayButton({ phase, labels, onPress }: PlayButtonProps) {
  const isOn = phase === 'playing' || phase === 'loading';
  const Icon = phase === 'loading' ? LoaderCircle : isOn ? Pause : Play;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={isOn ? labels.pause : labels.play}
      className="grid size-10 shrink-0 place-items-center rounded-full bg-cobalt text-on-cobalt touch:min-h-11 touch:min-w-11"
    >
      <Icon className={`size-5 ${phase === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
    </button>
  );
}

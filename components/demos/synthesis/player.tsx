'use client';

import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { PlayButton } from '@/components/player/play-button';
import { SeekBar } from '@/components/player/seek-bar';
import { saveFile } from '@/components/ui/save-file';
import { toast } from '@/components/ui/toast';
import { fill } from '@/lib/i18n/strings';
import type { TtsStrings } from '../strings';
import type { Tts } from './use-tts';

const waveBars = 72;
const arrowS = 2;

interface TtsPlayerProps {
  strings: TtsStrings;
  tts: Tts;
  /** True if play and pause belong here, because the main button synthesizes instead. */
  hasPlayButton: boolean;
  /** Explains why nothing, or only a part, can be played. */
  failure: string | null;
}

/** Position, waveform and download of the sound. Scrolls into view when a synthesis begins. */
export function TtsPlayer({ strings, tts, hasPlayButton, failure }: TtsPlayerProps) {
  const { status, sound } = tts.state;
  const isGenerating = status === 'generating';
  const { bars, positionS, durationS, seek } = useSound(tts);
  const player = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isGenerating) player.current?.scrollIntoView({ block: 'nearest' });
  }, [isGenerating]);

  async function download() {
    const file = await tts.file();
    if (file === null) toast.error(strings.alert_synthesize_first);
    else saveFile(file, 'ovoz.wav');
  }

  return (
    <div
      ref={player}
      role="group"
      aria-label={strings.tts_player}
      className="flex scroll-my-4 flex-col gap-2 rounded-2xl bg-paper-sunk p-4 sm:p-5"
    >
      <div className="flex items-center gap-4">
        {hasPlayButton && sound !== 'none' && (
          <PlayButton
            phase={status === 'playing' ? 'playing' : 'paused'}
            labels={{ play: strings.tts_play, pause: strings.tts_pause }}
            onPress={status === 'playing' ? tts.pause : tts.play}
          />
        )}
        {isGenerating ? (
          <Equalizer className="mx-auto h-14 w-auto text-turquoise" />
        ) : (
          <SeekBar
            labels={{
              position: strings.tts_position,
              value: (times) => fill(strings.tts_position_value, times),
            }}
            positionS={positionS}
            durationS={durationS}
            wave={bars}
            arrowS={arrowS}
            onSeek={seek}
          />
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <p
          role="status"
          className={`min-w-20 flex-1 text-sm empty:hidden ${failure ? 'text-failed-ink' : 'text-ink-soft'}`}
        >
          {isGenerating
            ? strings.tts_generating
            : (failure ?? (sound === 'none' ? strings.tts_nothing_yet : null))}
        </p>
        <button
          type="button"
          onClick={download}
          className="ml-auto flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-raised"
        >
          <Download aria-hidden className="size-5" />
          {strings.tts_download}
        </button>
      </div>
    </div>
  );
}

interface SoundProgress {
  positionS: number;
  durationS: number;
  bars: readonly number[];
}

/** Without sound, the bars are a thin line. */
const silent: SoundProgress = { positionS: 0, durationS: 0, bars: Array<number>(waveBars).fill(0) };

/** The player's figures, refreshed while it plays or while sound arrives. */
function useSound(tts: Tts) {
  const { status, sound } = tts.state;
  const [progress, setProgress] = useState<SoundProgress>(silent);
  const isMoving = status === 'playing' || sound === 'arriving';

  const refresh = useEffectEvent(() => {
    const { positionS, durationS } = tts.progress();
    setProgress((previous) => {
      if (previous.durationS === durationS) return { ...previous, positionS };
      const bars =
        durationS === 0 ? silent.bars : tts.bars(waveBars).map((height) => Math.round(height * 255));
      return { positionS, durationS, bars };
    });
  });
  useEffect(() => {
    let frame = requestAnimationFrame(function step() {
      refresh();
      if (isMoving) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isMoving, status, sound]);

  function seek(positionS: number) {
    tts.seek(positionS);
    setProgress((previous) => ({ ...previous, ...tts.progress() }));
  }

  return { ...progress, seek };
}

'use client';

import { Download, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { saveFile } from '@/components/ui/save-file';
import { seekByArrows } from '@/components/ui/seek-keys';
import { toast } from '@/components/ui/toast';
import { fill } from '@/lib/i18n/strings';
import { minutesSeconds } from '@/lib/time';
import type { TtsStrings } from '../strings';
import type { Tts } from './use-tts';

const waveBars = 72;
/** The share of a bar's place that it fills: the rest stays a gap at any width. */
const barWidth = 0.55;
/** A step fine enough for a word; the arrow keys move further. */
const stepS = 0.1;
const arrowS = 2;
/** Silence and sound that has not arrived are a row of dots. */
const lowest = 0.02;

interface TtsWaveProps {
  strings: TtsStrings;
  /** Heights 0 to 1, none without sound. */
  bars: readonly number[];
  positionS: number;
  durationS: number;
  onSeek: (positionS: number) => void;
}

/** The sound so far with its played part coloured, under a slider for pointer and keyboard. */
function TtsWave({ strings, bars, positionS, durationS, onSeek }: TtsWaveProps) {
  const played = useId();
  const value = Math.min(positionS, durationS);
  const at = durationS > 0 ? (value / durationS) * waveBars : 0;
  const shown = { position: minutesSeconds(value), duration: minutesSeconds(durationS) };
  const path = Array.from({ length: waveBars }, (_, bar) => {
    const height = Math.max(lowest, bars[bar] ?? 0);
    return `M${bar + 0.5} ${-height}V${height}`;
  }).join('');

  return (
    <div className="relative h-16 grow rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-cobalt">
      <svg
        viewBox={`0 -1.1 ${waveBars} 2.2`}
        preserveAspectRatio="none"
        aria-hidden
        className="absolute inset-0 size-full"
      >
        <clipPath id={played}>
          <rect x={0} y={-2} width={at} height={4} />
        </clipPath>
        <path d={path} strokeWidth={barWidth} className="stroke-line-strong" />
        <path d={path} strokeWidth={barWidth} clipPath={`url(#${played})`} className="stroke-turquoise" />
        {value > 0 && (
          <path d={`M${at} -1V1`} vectorEffect="non-scaling-stroke" className="stroke-ink stroke-2" />
        )}
      </svg>
      <input
        type="range"
        min={0}
        max={durationS}
        step={stepS}
        value={value}
        disabled={durationS === 0}
        aria-label={strings.tts_position}
        aria-valuetext={fill(strings.tts_position_value, shown)}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        onKeyDown={seekByArrows({ positionS, durationS, stepS: arrowS }, onSeek)}
        className={`absolute inset-0 size-full appearance-none bg-transparent outline-none not-disabled:cursor-pointer ${thinThumb}`}
      />
    </div>
  );
}

/** An invisible thumb of one pixel, so that a press seeks exactly to the pointer. */
const thinThumb =
  '[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:opacity-0 [&::-moz-range-track]:bg-transparent';

interface TtsPlayerProps {
  strings: TtsStrings;
  tts: Tts;
  /** True if play and pause belong here, because the main button belongs to another text. */
  ownButton: boolean;
  /** Says why nothing, or only a part, can be played. */
  failure: string | null;
}

/** Position, waveform and download of the sound. Scrolls into view when the sound begins. */
export function TtsPlayer({ strings, tts, ownButton, failure }: TtsPlayerProps) {
  const { status, sound } = tts.state;
  const generating = status === 'generating';
  const { bars, positionS, durationS, seek } = useSound(tts);
  const player = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (generating) player.current?.scrollIntoView({ block: 'nearest' });
  }, [generating]);

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
        {ownButton && sound !== 'none' && <PlayButton strings={strings} tts={tts} />}
        <div className="relative flex min-w-0 grow">
          {generating ? (
            <Equalizer className="mx-auto h-16 w-auto text-turquoise" />
          ) : (
            <TtsWave
              strings={strings}
              bars={bars}
              positionS={positionS}
              durationS={durationS}
              onSeek={seek}
            />
          )}
        </div>
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p
          role="status"
          className={`min-w-20 flex-1 text-sm empty:hidden ${failure ? 'text-failed-ink' : 'text-ink-soft'}`}
        >
          {generating
            ? strings.tts_generating
            : (failure ?? (sound === 'none' ? strings.tts_nothing_yet : null))}
        </p>
        {sound !== 'none' && (
          <p aria-hidden className="whitespace-nowrap text-ink-soft tabular-nums">
            <span className="font-semibold text-ink">{minutesSeconds(positionS)}</span>
            {' / '}
            {minutesSeconds(durationS)}
          </p>
        )}
        <button
          type="button"
          onClick={download}
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-raised"
        >
          <Download aria-hidden className="size-5" />
          {strings.tts_download}
        </button>
      </div>
    </div>
  );
}

function PlayButton({ strings, tts }: Pick<TtsPlayerProps, 'strings' | 'tts'>) {
  const playing = tts.state.status === 'playing';
  const Icon = playing ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={playing ? strings.tts_pause : strings.tts_play}
      onClick={playing ? tts.pause : tts.play}
      className="grid size-14 shrink-0 place-items-center rounded-full bg-cobalt text-on-cobalt"
    >
      <Icon aria-hidden className="size-6 fill-current" />
    </button>
  );
}

interface ShownProgress {
  positionS: number;
  durationS: number;
  bars: readonly number[];
}

const silent: ShownProgress = { positionS: 0, durationS: 0, bars: [] };

/** The player's figures, refreshed while it plays or while sound arrives. */
function useSound(tts: Tts) {
  const { status, sound } = tts.state;
  const [shown, setShown] = useState<ShownProgress>(silent);
  const moving = status === 'playing' || sound === 'arriving';

  const look = useEffectEvent(() => {
    const { positionS, durationS } = tts.place();
    setShown((before) => {
      const bars = before.durationS === durationS ? before.bars : tts.bars(waveBars);
      return { positionS, durationS, bars };
    });
  });
  useEffect(() => {
    let frame = requestAnimationFrame(function step() {
      look();
      if (moving) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [moving, status, sound]);

  function seek(positionS: number) {
    tts.seek(positionS);
    setShown((before) => ({ ...before, ...tts.place() }));
  }

  return { ...shown, seek };
}

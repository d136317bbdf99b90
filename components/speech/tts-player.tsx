'use client';

import { Download, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from '@/components/toast/toast';
import { fill } from '@/lib/strings';
import { minutesSeconds } from '@/lib/time';
import type { TtsStrings } from './strings';
import type { useTts } from './use-tts';

interface TtsPlayerProps {
  strings: TtsStrings;
  tts: ReturnType<typeof useTts>;
}

/** Play and pause, the place in the sound, and the file. */
export function TtsPlayer({ strings, tts }: TtsPlayerProps) {
  const { status, hasAudio } = tts.state;
  const playing = status === 'playing';
  const [{ positionS, durationS }, setPlace] = useState({ positionS: 0, durationS: 0 });
  const shown = { position: minutesSeconds(positionS), duration: minutesSeconds(durationS) };
  const Icon = playing ? Pause : Play;

  const follow = useEffectEvent(() => setPlace(tts.place()));
  useEffect(() => {
    let frame = requestAnimationFrame(function step() {
      follow();
      if (playing) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, hasAudio]);

  function seek(next: number) {
    tts.seek(next);
    setPlace(tts.place());
  }

  function download() {
    const file = tts.file();
    if (file === null || !hasAudio) {
      toast.error(strings.alert_synthesize_first);
      return;
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'ovoz.wav';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-paper-sunk p-3">
      <button
        type="button"
        disabled={!hasAudio}
        aria-label={playing ? strings.tts_pause : strings.tts_play}
        onClick={playing ? tts.pause : tts.play}
        className="grid size-12 shrink-0 place-items-center rounded-full bg-cobalt text-paper disabled:opacity-50"
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <input
        type="range"
        min={0}
        max={durationS}
        step={0.1}
        value={positionS}
        disabled={!hasAudio}
        aria-label={strings.tts_position}
        aria-valuetext={fill(strings.tts_position_value, shown)}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        className="h-9 min-w-32 flex-1 accent-turquoise"
      />
      <span aria-hidden className="text-sm text-ink-soft tabular-nums">
        {shown.position} / {shown.duration}
      </span>
      <button
        type="button"
        onClick={download}
        className="flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-raised"
      >
        <Download aria-hidden className="size-5" />
        {strings.tts_download}
      </button>
    </div>
  );
}

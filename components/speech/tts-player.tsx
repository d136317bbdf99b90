'use client';

import { Download, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { toast } from '@/components/toast/toast';
import { minutesSeconds } from '@/lib/time';
import { saveFile } from '@/components/save-file';
import type { TtsStrings } from './strings';
import { TtsWave, waveBars } from './tts-wave';
import type { Tts } from './use-tts';

interface TtsPlayerProps {
  strings: TtsStrings;
  tts: Tts;
}

/** Play and pause, the place in the sound, and the file. */
export function TtsPlayer({ strings, tts }: TtsPlayerProps) {
  const { status, sound } = tts.state;
  const generating = status === 'generating';
  const { bars, positionS, durationS, seek } = useSound(tts);

  async function download() {
    const file = await tts.file();
    if (file === null) toast.error(strings.alert_synthesize_first);
    else saveFile(file, 'ovoz.wav');
  }

  return (
    <div
      role="group"
      aria-label={strings.tts_player}
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 rounded-2xl bg-paper-sunk p-4 sm:gap-x-5 sm:p-5"
    >
      <PlayButton strings={strings} tts={tts} />
      <div className="relative flex min-w-0">
        {generating ? (
          <Equalizer className="mx-auto h-16 w-auto text-turquoise" />
        ) : (
          <TtsWave strings={strings} bars={bars} positionS={positionS} durationS={durationS} onSeek={seek} />
        )}
      </div>
      <div className="col-span-2 flex min-h-12 items-center justify-between gap-4 sm:col-span-1 sm:col-start-2">
        <p role="status" className="text-sm text-ink-soft empty:hidden">
          {generating ? strings.tts_generating : null}
          {sound === 'none' && !generating ? strings.tts_nothing_yet : null}
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

function PlayButton({ strings, tts }: TtsPlayerProps) {
  const playing = tts.state.status === 'playing';
  const Icon = playing ? Pause : Play;
  return (
    <button
      type="button"
      disabled={tts.state.sound === 'none'}
      aria-label={playing ? strings.tts_pause : strings.tts_play}
      onClick={playing ? tts.pause : tts.play}
      className="grid size-14 shrink-0 place-items-center rounded-full bg-cobalt text-on-cobalt transition-opacity disabled:opacity-40"
    >
      <Icon aria-hidden className="size-6 fill-current" />
    </button>
  );
}

interface Shown {
  positionS: number;
  durationS: number;
  bars: readonly number[];
}

const silent: Shown = { positionS: 0, durationS: 0, bars: [] };

/** What the player shows, again and again while it plays or while sound arrives. */
function useSound(tts: Tts) {
  const { status, sound } = tts.state;
  const [shown, setShown] = useState<Shown>(silent);
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

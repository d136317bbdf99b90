'use client';

import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { pressLook } from '@/components/ui/press-look';
import { usePressToPlay } from '@/components/ui/use-press-to-play';
import { type DemoText, playableExtension } from '@/lib/demo-texts';
import type { SttStrings } from '../strings';

type PlaybackState = 'idle' | 'playing' | 'failed';

/** Replaces the demo while the server recognises no speech: plays a recording while its words appear. */
export function SttSample({ strings, sample }: { strings: SttStrings; sample: DemoText }) {
  const [state, setState] = useState<PlaybackState>('idle');
  const [playedShare, setPlayedShare] = useState(0);
  const isPlaying = state === 'playing';

  const { audio, play, pause } = usePressToPlay(() => setState('failed'));

  function togglePlayback() {
    if (isPlaying) pause();
    else play(audio.current?.src ? undefined : `${sample.audio}${playableExtension()}`);
  }

  const words = sample.text.split(' ');
  const visibleWords = words.slice(0, Math.ceil(playedShare * words.length)).join(' ');
  return (
    <div className="flex flex-col gap-5">
      <p className="flex min-h-8 items-center gap-3">
        <span
          aria-hidden
          className={`size-2.5 shrink-0 rounded-full ${isPlaying ? 'bg-turquoise' : 'bg-unknown'}`}
        />
        {strings.stt_sample}
      </p>
      <section
        aria-label={strings.stt_result}
        className="flex min-h-44 flex-col gap-4 rounded-2xl border border-line bg-paper-sunk p-5 text-lg"
      >
        {visibleWords === '' ? (
          <p className="text-ink-soft">{strings.stt_sample_hint}</p>
        ) : (
          <p lang="uz">
            <span className="sr-only">{sample.text}</span>
            <span aria-hidden>{visibleWords}</span>
          </p>
        )}
        <p role="status" className="text-failed-ink empty:hidden">
          {state === 'failed' ? strings.stt_sample_failed : null}
        </p>
      </section>
      <div className="flex min-h-46 flex-col gap-3 sm:min-h-22 sm:flex-row sm:items-center">
        <button type="button" onClick={togglePlayback} className={`${pressLook} shrink-0`}>
          {isPlaying ? (
            <Pause aria-hidden className="size-5 fill-current" />
          ) : (
            <Play aria-hidden className="size-5 fill-current" />
          )}
          {isPlaying ? strings.stt_sample_pause : strings.stt_sample_play}
        </button>
        <p role="note" className="grow rounded-xl bg-unknown-paper px-4 py-4 text-unknown-ink">
          {strings.stt_not_set_up}
        </p>
      </div>
      <audio
        ref={audio}
        preload="none"
        onPlaying={() => setState('playing')}
        onPause={() => setState('idle')}
        onEnded={() => setPlayedShare(1)}
        onError={() => setState('failed')}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setPlayedShare(duration > 0 ? Math.min(1, currentTime / duration) : 0)
        }
      />
    </div>
  );
}

'use client';

import { useEffect, useReducer, useRef } from 'react';
import { beginSound } from '@/components/ui/sounding';
import type { FailureCode } from '@/lib/api-client';
import { speechRateHz } from '@/lib/contracts/limits';
import { ttsIdle, ttsReducer } from './tts-machine';
import type { Speech } from './speech-playback';
import type { SpeechVoice } from './synthesize';

/** Why a synthesis failed: the request failed, the sound broke off, or the browser has no audio output. */
export type TtsFault = FailureCode | 'cut' | 'no_sound';

/** Loads when the visitor comes near the demo (demo.tsx), and again if that failed. */
export const loadSpeech = () => import('./speech-playback');

/** Call it during the press: later the browser may block the sound. Returns null if the browser opens no more contexts. */
function openContext(): AudioContext | null {
  try {
    const context = new AudioContext({ sampleRate: speechRateHz });
    void context.resume();
    return context;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** The text-to-speech demo: its state, its player, and what the visitor can do. Unmounting ends work in progress. */
export function useTts(onFailed: (fault: TtsFault, untilMs: number | undefined) => void) {
  const [state, send] = useReducer(ttsReducer, ttsIdle);
  const speech = useRef<Speech | null>(null);
  const work = useRef(new AbortController());

  function endWork() {
    work.current.abort();
    work.current = new AbortController();
  }

  function drop() {
    endWork();
    speech.current?.player.close();
    speech.current = null;
  }

  useEffect(
    () => () => {
      work.current.abort();
      speech.current?.player.close();
      speech.current = null;
    },
    [],
  );

  /** The sound that has arrived can still be played. */
  function fail(fault: TtsFault, untilMs?: number) {
    const player = speech.current?.player;
    const hasPart = player !== undefined && player.durationS() > 0;
    if (hasPart) {
      endWork();
      player.finish();
    } else drop();
    send({ type: 'failed' });
    onFailed(hasPart && fault === 'unreadable' ? 'cut' : fault, untilMs);
  }

  function reset() {
    drop();
    send({ type: 'reset' });
  }

  function pause() {
    speech.current?.player.pause();
    send({ type: 'pause' });
  }

  /** Another sound has begun. A synthesis without sound so far would play over it. */
  function yieldToSound() {
    if (speech.current !== null && speech.current.player.durationS() > 0) pause();
    else reset();
  }

  async function convert(text: string, voice: SpeechVoice) {
    if (!beginSound({ pause: yieldToSound })) return;
    drop();
    send({ type: 'convert', text });
    const { signal } = work.current;
    const context = openContext();
    if (context === null) return fail('no_sound');
    const speechModule = await loadSpeech().catch((error: unknown) => {
      console.error(error);
      return null;
    });
    if (signal.aborted || speechModule === null) {
      void context.close();
      if (!signal.aborted) fail('network');
      return;
    }
    try {
      speech.current = speechModule.speak({
        text,
        voice,
        context,
        signal,
        onFirstSound: () => send({ type: 'first_sound' }),
        onEnded: () => send({ type: 'ended' }),
      });
      await speech.current.whole;
      if (!signal.aborted) send({ type: 'whole' });
    } catch (error) {
      if (signal.aborted) return;
      const failure = speechModule.reportFailure('Synthesis failed', error);
      fail(failure.code, speechModule.retryAtMs(failure));
    }
  }

  return {
    state,
    convert,
    reset,
    play() {
      if (!beginSound({ pause: yieldToSound })) return;
      send({ type: 'play' });
      speech.current?.player.play();
    },
    pause,
    seek: (positionS: number) => speech.current?.player.seek(positionS),
    progress: () => ({
      positionS: speech.current?.player.positionS() ?? 0,
      durationS: speech.current?.player.durationS() ?? 0,
    }),
    bars: (count: number) => speech.current?.bars(count) ?? [],
    /** The sound as a WAV file once all of it has arrived; null if there is none. */
    async file(): Promise<Blob | null> {
      const { current } = speech;
      await current?.whole.catch(() => undefined);
      return current !== null && speech.current === current ? current.file() : null;
    },
  };
}

export type Tts = ReturnType<typeof useTts>;

'use client';

import { useEffect, useReducer, useRef } from 'react';
import { soundBegins } from '@/components/ui/sounding';
import type { FailureCode } from '@/lib/api-client';
import { speechRateHz } from '@/lib/contracts/limits';
import { ttsIdle, ttsReducer } from './tts-machine';
import type { Speech } from './speech-playback';
import type { SpeechVoice } from './synthesize';

/** Why a synthesis failed: its request did, its sound broke off, or this browser opens no sound output. */
export type TtsFault = FailureCode | 'cut' | 'no_sound';

/** Comes when the demo is near (demo.tsx); asked for again where that failed. */
export const loadSpeech = () => import('./speech-playback');

/** Opened while the browser handles the press: later it may not let the sound begin. Null where it refuses, as with too many of them. */
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

/** The text-to-speech demo: its state, its player, and what the visitor can do. What is under way ends with the component. */
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

  /** The sound that has come by then can still be played. */
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

  /** Another sound has begun: what has not begun by now would play into it. */
  function giveWay() {
    if (speech.current !== null && speech.current.player.durationS() > 0) pause();
    else reset();
  }

  async function convert(text: string, voice: SpeechVoice) {
    if (!soundBegins({ pause: giveWay })) return;
    drop();
    send({ type: 'convert', text });
    const { signal } = work.current;
    const context = openContext();
    if (context === null) return fail('no_sound');
    const loaded = await loadSpeech().catch((error: unknown) => {
      console.error(error);
      return null;
    });
    if (signal.aborted || loaded === null) {
      void context.close();
      if (!signal.aborted) fail('network');
      return;
    }
    try {
      speech.current = loaded.speak({
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
      const failure = loaded.reportFailure('Synthesis failed', error);
      fail(failure.code, loaded.retryAtMs(failure));
    }
  }

  return {
    state,
    convert,
    reset,
    play() {
      if (!soundBegins({ pause: giveWay })) return;
      send({ type: 'play' });
      speech.current?.player.play();
    },
    pause,
    seek: (positionS: number) => speech.current?.player.seek(positionS),
    place: () => ({
      positionS: speech.current?.player.positionS() ?? 0,
      durationS: speech.current?.player.durationS() ?? 0,
    }),
    bars: (count: number) => speech.current?.bars(count) ?? [],
    /** The sound as a WAV file, as soon as all of it is there that comes; null if there is none, or none any longer. */
    async file(): Promise<Blob | null> {
      const { current } = speech;
      await current?.whole.catch(() => undefined);
      return current !== null && speech.current === current ? current.file() : null;
    },
  };
}

export type Tts = ReturnType<typeof useTts>;

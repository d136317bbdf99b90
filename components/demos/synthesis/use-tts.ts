'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { beginSound } from '@/components/ui/sounding';
import { createStore } from '@/components/ui/store';
import type { FailureCode } from '@/lib/api-client';
import { speechRateHz } from '@/lib/contracts/limits';
import { type TtsEvent, ttsIdle, ttsReducer } from './tts-machine';
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

/** A finished sound outlives a visit to another page and a change of language, in memory only. */
const ttsState = createStore(ttsIdle);
const speech = createStore<Speech | null>(null);

function send(event: TtsEvent) {
  ttsState.set(ttsReducer(ttsState.get(), event));
}

function closeSpeech() {
  speech.get()?.player.close();
  speech.set(null);
}

function pause() {
  speech.get()?.player.pause();
  send({ type: 'pause' });
}

/** Pauses a finished sound, and ends an unfinished synthesis. */
function leave() {
  const { sound } = ttsState.get();
  if (sound === 'whole' || sound === 'part') return pause();
  closeSpeech();
  send({ type: 'reset' });
}

/** The text-to-speech demo: its state, its player, and what the visitor can do. Unmounting ends work in progress. */
export function useTts(onFailed: (fault: TtsFault, untilMs: number | undefined) => void) {
  const state = useSyncExternalStore(ttsState.subscribe, ttsState.get, ttsState.get);
  const work = useRef(new AbortController());

  function endWork() {
    work.current.abort();
    work.current = new AbortController();
  }

  function drop() {
    endWork();
    closeSpeech();
  }

  useEffect(
    () => () => {
      work.current.abort();
      leave();
    },
    [],
  );

  /** The sound that has arrived can still be played. */
  function fail(fault: TtsFault, untilMs?: number) {
    const player = speech.get()?.player;
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

  /** Another sound has begun. A synthesis without sound so far would play over it. */
  function yieldToSound() {
    if ((speech.get()?.player.durationS() ?? 0) > 0) pause();
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
      const newSpeech = speechModule.speak({
        text,
        voice,
        context,
        signal,
        onFirstSound: () => send({ type: 'first_sound' }),
        onEnded: () => send({ type: 'ended' }),
      });
      speech.set(newSpeech);
      await newSpeech.whole;
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
      speech.get()?.player.play();
    },
    pause,
    seek: (positionS: number) => speech.get()?.player.seek(positionS),
    progress: () => ({
      positionS: speech.get()?.player.positionS() ?? 0,
      durationS: speech.get()?.player.durationS() ?? 0,
    }),
    bars: (count: number) => speech.get()?.bars(count) ?? [],
    /** The sound as a WAV file once all of it has arrived; null if there is none. */
    async file(): Promise<Blob | null> {
      const current = speech.get();
      await current?.whole.catch(() => undefined);
      return current !== null && speech.get() === current ? current.file() : null;
    },
  };
}

export type Tts = ReturnType<typeof useTts>;

'use client';

import { useEffect, useReducer, useRef } from 'react';
import { speechRateHz } from '@/lib/contracts/limits';
import { demoTextOf } from '@/lib/demo-texts';
import { wavHeader } from '@/lib/wav';
import { Loudness } from '../loudness';
import { type PcmPlayer, createPcmPlayer } from '../pcm-player';
import { startRateLimit } from '../rate-limit';
import { ttsIdle, ttsReducer } from './machine';
import { type SpeechVoice, recordingOf, synthesize } from './synthesize';

/** A sound that is played while it arrives. */
interface Speech {
  player: PcmPlayer;
  loudness: Loudness;
  /** Settles when all of it is there. */
  whole: Promise<void>;
}

/** The text-to-speech demo: its state, its player, and what the visitor can do. What is under way ends with the component. */
export function useTts(onFailed: () => void) {
  const [state, send] = useReducer(ttsReducer, ttsIdle);
  const speech = useRef<Speech | null>(null);
  const work = useRef(new AbortController());

  function drop() {
    work.current.abort();
    work.current = new AbortController();
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

  async function make(text: string, voice: SpeechVoice, hear: (samples: Int16Array) => void) {
    const { signal } = work.current;
    const demo = demoTextOf(text);
    if (demo !== null) {
      hear(await recordingOf(demo, signal));
      return;
    }
    await synthesize(text, voice, hear, signal);
    startRateLimit('tts');
  }

  async function convert(text: string, voice: SpeechVoice) {
    drop();
    send({ type: 'convert' });
    const { signal } = work.current;
    const player = createPcmPlayer(speechRateHz, () => send({ type: 'ended' }));
    const loudness = new Loudness(speechRateHz);
    const hear = (samples: Int16Array) => {
      if (signal.aborted) return;
      const first = player.durationS() === 0;
      player.append(samples);
      loudness.append(samples);
      if (!first) return;
      player.play();
      send({ type: 'first_sound' });
    };
    const whole = make(text, voice, hear).then(() => {
      if (player.durationS() === 0) throw new Error('No sound');
    });
    speech.current = { player, loudness, whole };
    try {
      await whole;
      if (signal.aborted) return;
      player.finish();
      send({ type: 'whole' });
    } catch {
      if (signal.aborted) return;
      drop();
      send({ type: 'failed' });
      onFailed();
    }
  }

  return {
    state,
    convert,
    reset() {
      drop();
      send({ type: 'reset' });
    },
    play() {
      send({ type: 'play' });
      speech.current?.player.play();
    },
    pause() {
      speech.current?.player.pause();
      send({ type: 'pause' });
    },
    seek: (positionS: number) => speech.current?.player.seek(positionS),
    place: () => ({
      positionS: speech.current?.player.positionS() ?? 0,
      durationS: speech.current?.player.durationS() ?? 0,
    }),
    bars: (count: number) => speech.current?.loudness.bars(count) ?? [],
    /** The sound as a WAV file, as soon as all of it is there; null if there is none, or none any longer. */
    async file(): Promise<Blob | null> {
      const { current } = speech;
      const arrived = await current?.whole.then(
        () => true,
        () => false,
      );
      if (current === null || arrived !== true || speech.current !== current) return null;
      const samples = current.player.samples();
      return new Blob([wavHeader({ dataBytes: samples.byteLength }), samples], { type: 'audio/wav' });
    },
  };
}

export type Tts = ReturnType<typeof useTts>;

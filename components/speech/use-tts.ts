'use client';

import { useEffect, useReducer, useRef } from 'react';
import { demoDelayMs, demoTextOf } from '@/lib/demo-texts';
import { createPcmPlayer, type PcmPlayer } from './pcm-player';
import { startRateLimit } from './rate-limit';
import { ttsIdle, ttsReducer } from './tts-machine';
import { fetchRecording, speechRateHz, synthesize, wavBlob } from './tts-synthesize';

/** The text-to-speech demo: its state, its player, and what the visitor can do. */
export function useTts(onFailed: () => void) {
  const [state, send] = useReducer(ttsReducer, ttsIdle);
  const player = useRef<PcmPlayer | null>(null);
  const work = useRef(new AbortController());

  function drop() {
    work.current.abort();
    work.current = new AbortController();
    player.current?.close();
    player.current = null;
  }

  useEffect(
    () => () => {
      work.current.abort();
      player.current?.close();
    },
    [],
  );

  async function convert(text: string) {
    drop();
    send({ type: 'convert' });
    const { signal } = work.current;
    const made = createPcmPlayer(speechRateHz, () => send({ type: 'ended' }));
    player.current = made;
    let begun = false;
    const hear = (samples: Int16Array) => {
      if (signal.aborted) return;
      made.append(samples);
      if (begun) return;
      begun = true;
      made.play();
      send({ type: 'first_sound' });
    };
    try {
      const demo = demoTextOf(text);
      if (demo === null) await synthesize(text, hear, signal);
      else hear(await recordingOf(demo, signal));
      if (!begun) throw new Error('No sound');
      made.finish();
      if (demo === null) startRateLimit('tts');
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
    reset: () => {
      drop();
      send({ type: 'reset' });
    },
    play: () => {
      player.current?.play();
      send({ type: 'play' });
    },
    pause: () => {
      player.current?.pause();
      send({ type: 'pause' });
    },
    seek: (positionS: number) => player.current?.seek(positionS),
    place: () => ({
      positionS: player.current?.positionS() ?? 0,
      durationS: player.current?.durationS() ?? 0,
    }),
    file: () => (player.current === null ? null : wavBlob(player.current.samples())),
  };
}

/** A recorded example comes as late as a real synthesis would (spec.md section 5). */
async function recordingOf(demo: { text: string; audio: string }, signal: AbortSignal): Promise<Int16Array> {
  const delay = new Promise((resolve) => setTimeout(resolve, demoDelayMs(demo.text)));
  const [samples] = await Promise.all([fetchRecording(demo.audio, signal), delay]);
  return samples;
}

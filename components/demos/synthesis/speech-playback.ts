import { RequestFailure } from '@/lib/api-client';
import { demoTextOf } from '@/lib/demo-texts';
import { wavHeader } from '@/lib/wav';
import { Loudness } from '../loudness';
import { createPcmPlayer } from '../pcm-player';
import { startRateLimit } from '../rate-limit';
import { type SpeechVoice, recordingOf, synthesize } from './synthesize';

interface SpeechOrder {
  text: string;
  voice: SpeechVoice;
  context: AudioContext;
  signal: AbortSignal;
  onFirstSound: () => void;
  onEnded: () => void;
}

/** A sound that plays while it arrives. */
export type Speech = ReturnType<typeof speak>;

/** Synthesizes a text and plays it. A demo text plays its recording; only a visitor's own text starts the rate limit. */
export function speak({ text, voice, context, signal, onFirstSound, onEnded }: SpeechOrder) {
  const player = createPcmPlayer(context, onEnded);
  const loudness = new Loudness(context.sampleRate);

  function addSamples(samples: Int16Array) {
    if (signal.aborted) return;
    const isFirst = player.durationS() === 0;
    player.append(samples);
    loudness.append(samples);
    if (!isFirst) return;
    player.play();
    onFirstSound();
  }

  async function loadSound() {
    const demo = demoTextOf(text);
    if (demo === null) await synthesize(text, voice, addSamples, signal);
    else addSamples(await recordingOf(demo, signal));
    if (signal.aborted) return;
    if (player.durationS() === 0) throw new RequestFailure('unreadable', { detail: 'no sound' });
    if (demo === null) startRateLimit('tts');
    player.finish();
  }

  return {
    player,
    bars: (count: number) => loudness.bars(count),
    /**
     * Settles when all sound has arrived.
     * @throws RequestFailure, or the reason of the signal
     */
    whole: loadSound(),
    file(): Blob {
      const samples = player.samples();
      return new Blob([wavHeader({ dataBytes: samples.byteLength }), samples], { type: 'audio/wav' });
    },
  };
}

export { reportFailure, retryAtMs } from '../report-failure';

import { spoken } from '../../spoken/index.ts';
import type { SynthesisOptions, Synthesizer } from './interfaces.ts';

/** A third of a usual voice's speed. Longer sound counts as endless. */
const slowestMsPerSpokenLetter = 250;
const longestPausesMs = 3_000;

/** @throws what the voice throws, and Error if it gives no further sound within `limitMs`, or never ends */
export async function* speakInTime(
  voice: Synthesizer,
  text: string,
  options: SynthesisOptions & { sampleRateHz: number },
  limitMs: number,
): AsyncGenerator<Int16Array, void, undefined> {
  const letters = spoken(text, options.language).length;
  const longestMs = letters * slowestMsPerSpokenLetter + longestPausesMs;
  const maxSamples = (longestMs * options.sampleRateHz) / 1000;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error('no sound in time')), limitMs);
  const signal = AbortSignal.any([timeout.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  let length = 0;
  try {
    for await (const samples of voice.synthesize(text, { ...options, signal })) {
      if (samples.length === 0) continue;
      timer.refresh();
      length += samples.length;
      if (length > maxSamples) throw new Error('more sound than the text can take');
      yield samples;
    }
  } finally {
    clearTimeout(timer);
  }
  if (length === 0) throw new Error('no sound');
}

import type { SynthesisOptions, Synthesizer } from './interfaces.ts';

/** No voice speaks more slowly; what is longer never ends. */
const slowestMsPerLetter = 150;
const longestPausesMs = 2_000;

/** @throws what the voice throws, and Error where it gives no sound, or no more of it, within `limitMs`, or has no end */
export async function* speakInTime(
  voice: Synthesizer,
  text: string,
  options: SynthesisOptions & { sampleRateHz: number },
  limitMs: number,
): AsyncGenerator<Int16Array, void, undefined> {
  const longest = ((text.length * slowestMsPerLetter + longestPausesMs) * options.sampleRateHz) / 1000;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('no sound in time')), limitMs);
  const signal = AbortSignal.any([late.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  let length = 0;
  try {
    for await (const samples of voice.synthesize(text, { ...options, signal })) {
      if (samples.length === 0) continue;
      timer.refresh();
      length += samples.length;
      if (length > longest) throw new Error('more sound than the text can take');
      yield samples;
    }
  } finally {
    clearTimeout(timer);
  }
  if (length === 0) throw new Error('no sound');
}

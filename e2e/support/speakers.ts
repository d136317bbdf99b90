import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Written by listenToSpeakers. */
    ovozHeard?: Float32Array[];
  }
}

/** Collects the sound sent to the speakers, from the next page on. */
export async function listenToSpeakers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Float32Array[] = [];
    window.ovozHeard = heard;
    const connect = AudioNode.prototype.connect;
    const ears = new WeakMap<BaseAudioContext, AudioNode>();
    // Deprecated, but the page's policy allows it without a separate file.
    const earOf = (context: BaseAudioContext) => {
      const known = ears.get(context);
      if (known !== undefined) return known;
      const ear = context.createScriptProcessor(16_384, 1, 1);
      ear.onaudioprocess = ({ inputBuffer }) => heard.push(inputBuffer.getChannelData(0).slice());
      Reflect.apply(connect, ear, [context.destination]);
      ears.set(context, ear);
      return ear;
    };
    Object.defineProperty(AudioNode.prototype, 'connect', {
      value(this: AudioNode, target: AudioNode | AudioParam, ...more: number[]) {
        if (target instanceof AudioDestinationNode && this.context instanceof AudioContext)
          Reflect.apply(connect, this, [earOf(this.context)]);
        return Reflect.apply(connect, this, [target, ...more]);
      },
    });
  });
}

/** The sound so far as 16-bit samples, without silence at both ends. */
export async function heardBy(page: Page): Promise<Int16Array> {
  const pieces = await page.evaluate(() =>
    (window.ovozHeard ?? []).map((piece) => Array.from(piece, (value) => Math.round(value * 32_768))),
  );
  return withoutSilence(Int16Array.from(pieces.flat()));
}

export function withoutSilence(samples: Int16Array): Int16Array {
  const from = samples.findIndex((sample) => sample !== 0);
  return from === -1
    ? new Int16Array()
    : samples.subarray(from, samples.findLastIndex((sample) => sample !== 0) + 1);
}

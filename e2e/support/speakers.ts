import type { Page } from '@playwright/test';

interface ScheduledSound {
  rateHz: number;
  /** When it begins on the clock of its context, in seconds. */
  atS: number;
  samples: Float32Array;
}

declare global {
  interface Window {
    /** Written by collectScheduledSound. */
    ovozScheduled?: ScheduledSound[];
  }
}

/** Collects the sound scheduled for the speakers, from the next page on. A recording node would lose sound while the page is busy. */
export async function collectScheduledSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scheduled: ScheduledSound[] = [];
    window.ovozScheduled = scheduled;
    const start = AudioBufferSourceNode.prototype.start;
    Object.defineProperty(AudioBufferSourceNode.prototype, 'start', {
      value(this: AudioBufferSourceNode, whenS = 0, ...otherArgs: number[]) {
        const { buffer, context } = this;
        if (buffer !== null && context instanceof AudioContext)
          scheduled.push({
            rateHz: buffer.sampleRate,
            // A sound whose time has passed begins at once.
            atS: Math.max(whenS, context.currentTime),
            samples: buffer.getChannelData(0).slice(),
          });
        return Reflect.apply(start, this, [whenS, ...otherArgs]);
      },
    });
  });
}

/**
 * The scheduled sound so far as 16-bit samples, without silence at both ends. Where two sounds overlap, the later one counts. Gaps
 * are left out: on a slow machine a sound comes late.
 */
export async function scheduledSound(page: Page): Promise<Int16Array> {
  const sounds = await page.evaluate(() =>
    (window.ovozScheduled ?? []).map(({ rateHz, atS, samples }) => ({
      at: Math.round(atS * rateHz),
      samples: Array.from(samples, (value) => Math.round(value * 32_768)),
    })),
  );
  let joinedSamples: number[] = [];
  let endAt = 0;
  for (const { at, samples } of sounds) {
    joinedSamples = joinedSamples.slice(0, joinedSamples.length - Math.max(0, endAt - at)).concat(samples);
    endAt = at + samples.length;
  }
  return trimSilence(Int16Array.from(joinedSamples));
}

export function trimSilence(samples: Int16Array): Int16Array {
  const firstAt = samples.findIndex((sample) => sample !== 0);
  return firstAt === -1
    ? new Int16Array()
    : samples.subarray(firstAt, samples.findLastIndex((sample) => sample !== 0) + 1);
}

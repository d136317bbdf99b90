import type { Page } from '@playwright/test';

interface ScheduledSound {
  rateHz: number;
  /** When it begins on the clock of its context, in seconds. */
  atS: number;
  samples: Float32Array;
}

declare global {
  interface Window {
    /** Written by listenToSpeakers. */
    ovozScheduled?: ScheduledSound[];
  }
}

/** Collects the sound scheduled for the speakers, from the next page on. A recording node would lose sound while the page is busy. */
export async function listenToSpeakers(page: Page): Promise<void> {
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
 * The scheduled sound so far as 16-bit samples, without silence at both ends. Where two parts overlap, the later one counts. Gaps are
 * left out: on a slow machine a part comes late.
 */
export async function scheduledSound(page: Page): Promise<Int16Array> {
  const parts = await page.evaluate(() =>
    (window.ovozScheduled ?? []).map(({ rateHz, atS, samples }) => ({
      at: Math.round(atS * rateHz),
      samples: Array.from(samples, (value) => Math.round(value * 32_768)),
    })),
  );
  let playedSamples: number[] = [];
  let endAt = 0;
  for (const { at, samples } of parts) {
    playedSamples = playedSamples.slice(0, playedSamples.length - Math.max(0, endAt - at)).concat(samples);
    endAt = at + samples.length;
  }
  return withoutSilence(Int16Array.from(playedSamples));
}

export function withoutSilence(samples: Int16Array): Int16Array {
  const firstAt = samples.findIndex((sample) => sample !== 0);
  return firstAt === -1
    ? new Int16Array()
    : samples.subarray(firstAt, samples.findLastIndex((sample) => sample !== 0) + 1);
}

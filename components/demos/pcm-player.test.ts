import { expect, test } from 'vitest';
import { createPcmPlayer } from './pcm-player';

const rateHz = 16_000;

/** A context on a machine that takes this long to prepare a piece. */
function slowContext(preparationS: number) {
  const started: { atS: number; nowS: number; lengthS: number }[] = [];
  const context = {
    sampleRate: rateHz,
    currentTime: 1,
    destination: {},
    createBuffer(_: number, length: number) {
      this.currentTime += preparationS;
      return { duration: length / rateHz, copyToChannel() {} };
    },
    createBufferSource() {
      return {
        buffer: { duration: 0 },
        onended: null,
        connect() {},
        stop() {},
        start(atS: number) {
          started.push({ atS, nowS: context.currentTime, lengthS: this.buffer.duration });
        },
      };
    },
    resume: async () => {},
    close: async () => {},
  };
  return { context, started };
}

test.each([0, 0.05, 0.2])(
  'each piece begins in time and after the previous one: %f s to prepare one',
  (preparationS) => {
    const { context, started } = slowContext(preparationS);
    const player = createPcmPlayer(context as never, () => {});
    player.append(new Int16Array(rateHz));
    player.play();
    player.append(new Int16Array(rateHz));
    player.append(new Int16Array(rateHz / 10));
    expect(started).toHaveLength(3);
    for (const { atS, nowS } of started) expect(atS - nowS).toBeGreaterThan(0.015);
    for (const [index, { atS }] of started.entries()) {
      const before = started[index - 1];
      if (before !== undefined) expect(atS).toBeGreaterThanOrEqual(before.atS + before.lengthS - 1e-9);
    }
  },
);

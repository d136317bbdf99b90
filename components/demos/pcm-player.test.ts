import { expect, test } from 'vitest';
import { GrowingSamples, createPcmPlayer } from './pcm-player';

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

test('samples are appended to one array', () => {
  const samples = new GrowingSamples();
  const piece = Int16Array.from({ length: 100_000 }, (_, at) => at % 30_000);
  for (let time = 0; time < 5; time++) samples.append(piece);
  expect(samples.length).toBe(500_000);
  expect(samples.part(400_000, 400_010)).toEqual(piece.subarray(0, 10));
  expect(samples.part(499_999, 600_000)).toEqual(piece.subarray(99_999));
});

import { describe, expect, it } from 'vitest';
import { barRect, equalizer, frameAt, frameHeights, restHeights, voiceHeights } from './equalizer.ts';

describe('the loop', () => {
  const frames = Array.from({ length: equalizer.frameCount }, (_, frame) => frameHeights(frame));

  it('has five bars that stay inside the field in each of the 133 frames', () => {
    for (const heights of frames) {
      expect(heights).toHaveLength(equalizer.barCount);
      for (const height of heights) expect(height).toBeGreaterThan(0.1);
      for (const height of heights) expect(height).toBeLessThanOrEqual(1);
    }
  });

  it('ends where it begins, and has the same heights each time', () => {
    frameHeights(equalizer.frameCount).forEach((height, bar) =>
      expect(height).toBeCloseTo(frames[0]?.[bar] ?? 0, 9),
    );
    expect(frameHeights(17)).toEqual(frames[17]);
  });

  it('runs at 25 frames a second', () => {
    expect([0, 39, 40, 999, 1000, 5320].map(frameAt)).toEqual([0, 0, 1, 24, 25, 0]);
  });
});

describe('the bars', () => {
  it('are centred in the field of 1920 by 1080', () => {
    const rects = restHeights.map((height, bar) => barRect(bar, height));
    expect((rects[0]?.x ?? 0) + (rects[4]?.x ?? 0) + (rects[4]?.width ?? 0)).toBe(equalizer.width);
    for (const rect of rects)
      expect(Math.abs(rect.y * 2 + rect.height - equalizer.height)).toBeLessThanOrEqual(1);
  });

  it('are at least as high as a dot and at most as high as the field', () => {
    expect(barRect(0, -1).height).toBe(barRect(0, 0).width);
    expect(barRect(0, 2)).toMatchObject({ y: 0, height: equalizer.height });
  });
});

describe('a voice', () => {
  it('has flat bars in silence', () => {
    expect(voiceHeights(new Uint8Array(128))).toEqual([0, 0, 0, 0, 0]);
  });

  it('lifts the middle bar with its low tones and never passes 1', () => {
    const low = new Uint8Array(128).fill(200, 0, 9);
    const heights = voiceHeights(low);
    expect(heights[2]).toBe(Math.max(...heights));
    for (const height of voiceHeights(new Uint8Array(128).fill(255))) expect(height).toBe(1);
  });
});

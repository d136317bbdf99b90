import { afterEach, expect, test, vi } from 'vitest';
import { type Voices, followVoices, raise } from './voices';

const now = vi.hoisted(() => ({ levels: { visitor: 0, agent: 0 }, bars: [0, 0, 0, 0, 0], asked: 0 }));

vi.mock('../call', () => ({
  sampleLevels: () => (now.asked++, now.levels),
  sampleBars: () => now.bars,
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('all that moves with the voices has one clock, which stops with the last of it; noise is nobody’s turn', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const seen: Voices[] = [];
  const ends = [followVoices((voices) => void seen.push(voices)), followVoices(() => undefined)];
  now.levels = { visitor: 0.6, agent: 0.1 };
  now.bars = [0.2, 0.4, 0.8, 0.4, 0.2];
  vi.advanceTimersByTime(500);
  expect([now.asked, seen.length]).toEqual([10, 10]);
  expect(seen.at(-1)?.bars[2]).toBeCloseTo(0.8, 2);
  now.levels = { visitor: 0.02, agent: 0.05 };
  now.bars = [0, 0, 0, 0, 0];
  vi.advanceTimersByTime(50);
  expect(seen.at(-1)?.speaker).toBe('visitor');
  expect(seen.at(-1)?.bars[2]).toBeCloseTo(0.6, 1);
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});

test('what stands as high as before is not written again', () => {
  class Drawn {
    written = 0;
    readonly style = Object.defineProperty({}, 'transform', { set: () => void this.written++ });
  }
  vi.stubGlobal('HTMLElement', Drawn);
  const drawn = new Drawn();
  const element: unknown = drawn;
  for (const share of [0.5, 0.5, 0.50001, 0.6]) Reflect.apply(raise, undefined, [element, share]);
  expect(drawn.written).toBe(2);
});

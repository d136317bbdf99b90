import { afterEach, expect, test, vi } from 'vitest';
import { raise } from '@/components/brand/towers';
import { type Voices, followVoices } from './voices';

const now = { levels: { visitor: 0, agent: 0 }, bars: [0, 0, 0, 0, 0], reads: 0 };
const source = { levels: () => (now.reads++, now.levels), bars: () => now.bars };

afterEach(() => vi.unstubAllGlobals());

test('the voices are drawn each frame and sampled at the equalizer’s pace; noise does not change the speaker', () => {
  const frames: ((nowMs: number) => void)[] = [];
  const cancel = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (next: (nowMs: number) => void) => frames.push(next));
  vi.stubGlobal('cancelAnimationFrame', cancel);
  let nowMs = 0;
  const run = (count: number) => {
    for (let one = 0; one < count; one++) frames.shift()?.((nowMs += 1000 / 60));
  };
  const seen: Voices[] = [];
  const end = followVoices((voices) => void seen.push(voices), source);
  now.levels = { visitor: 0.6, agent: 0.1 };
  now.bars = [0.2, 0.4, 0.8, 0.4, 0.2];
  run(60);
  expect(frames).toHaveLength(1);
  expect([seen.length, now.reads]).toEqual([60, 25]);
  expect(seen.at(-1)?.bars[2]).toBeCloseTo(0.8, 2);
  now.levels = { visitor: 0.02, agent: 0.05 };
  now.bars = [0, 0, 0, 0, 0];
  run(10);
  expect(seen.at(-1)?.speaker).toBe('visitor');
  expect(seen.at(-1)?.bars[2]).toBeLessThan(0.6);
  end();
  expect(cancel).toHaveBeenCalledOnce();
});

test('a subscriber that throws is called again in the next frame', () => {
  const frames: ((nowMs: number) => void)[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (next: (nowMs: number) => void) => frames.push(next));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const show = vi.fn().mockImplementationOnce(() => {
    throw new Error('no context');
  });
  const end = followVoices(show, source);
  expect(() => frames.shift()?.(0)).toThrow('no context');
  frames.shift()?.(16);
  expect(show).toHaveBeenCalledTimes(2);
  end();
});

test('unchanged heights are not written again', () => {
  class FakeElement {
    written = 0;
    readonly style = Object.defineProperty({}, 'transform', { set: () => void this.written++ });
  }
  vi.stubGlobal('HTMLElement', FakeElement);
  const drawn = new FakeElement();
  const element: unknown = drawn;
  for (const share of [0.5, 0.5, 0.50001, 0.6]) Reflect.apply(raise, undefined, [element, share]);
  expect(drawn.written).toBe(2);
});

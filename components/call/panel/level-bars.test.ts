import { afterEach, expect, test, vi } from 'vitest';
import { barsIn } from './level-bars';

afterEach(() => vi.unstubAllGlobals());

test('in silence the bars are drawn once, and again in another colour or on a canvas that was emptied', () => {
  const style = { color: 'turquoise' };
  vi.stubGlobal('getComputedStyle', () => style);
  const canvas = Object.assign(new EventTarget(), { dataset: {} });
  const drawn: string[] = [];
  const drawing = {
    canvas,
    fillStyle: '',
    setTransform() {},
    clearRect() {},
    beginPath() {},
    roundRect() {},
    fill: () => void drawn.push(drawing.fillStyle),
  };
  const show: ReturnType<typeof barsIn> = Reflect.apply(barsIn, undefined, [drawing]);
  const frame = () =>
    show({ speaker: 'agent', loudness: 0, bars: [0, 0, 0, 0, 0], fresh: true, still: false });
  frame();
  frame();
  expect(drawn).toEqual(['turquoise']);
  style.color = 'CanvasText';
  frame();
  frame();
  expect(drawn).toEqual(['turquoise', 'CanvasText']);
  canvas.dispatchEvent(new Event('contextrestored'));
  frame();
  expect(drawn).toHaveLength(3);
});

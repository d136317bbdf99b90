import type { Page } from '@playwright/test';
import { expect } from './visitor.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts of a call in one frame; null for a part that is not shown. */
interface Frame {
  form: Box | null;
  panel: Box | null;
  towers: Box | null;
  tile: Box | null;
}

declare global {
  interface Window {
    ovozFrames?: Frame[] | undefined;
  }
}

/** More frames than a movement of 0.45 s has. */
const stillFrames = 40;
/** The largest part of a way in one frame. The product's easing curve covers 22 % in the first of its 27 frames. */
const maxFrameShare = 0.25;
const roundingPx = 2;

/** Runs in the page. After prepareSteppedMotion, each recorded frame is 1/60 s later than the one before. */
export function recordFrames(): void {
  const boxOf = (element: Element | null | undefined): Box | null => {
    if (!element?.checkVisibility({ visibilityProperty: true })) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  /** The clipped area of the form. The clip of an open form is larger than the form, for the shadow. */
  const clipOfForm = (): Box | null => {
    const form = document.getElementById('call-form');
    const box = boxOf(form);
    if (form === null || box === null) return null;
    const inset = /inset\(([^)]*?)(?: round|\))/.exec(getComputedStyle(form).clipPath)?.[1] ?? '0px';
    const [top = 0, right = top, bottom = top, left = right] = inset.split(' ').map(Number.parseFloat);
    const { x, y, width, height } = box;
    return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
  };
  const frame = () => {
    const panel = document.getElementById('call-panel');
    window.ovozFrames?.push({
      form: clipOfForm(),
      panel: boxOf(panel),
      towers: boxOf(panel?.parentElement?.querySelector(':scope > [data-speaker]')),
      tile: boxOf(document.getElementById('call-tile')),
    });
    if (window.ovozFrames) window.ovozStep?.(1000 / 60);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Records the frames of an action until all movement has stopped. */
export async function framesOf(page: Page, act: () => Promise<unknown>): Promise<Frame[]> {
  await page.evaluate(() => {
    window.ovozFreeze?.(true);
    window.ovozFrames = [];
  });
  await act();
  await expect.poll(() => page.evaluate(hasStopped, stillFrames)).toBe(true);
  const frames = await page.evaluate(() => window.ovozFrames ?? []);
  await page.evaluate(() => {
    window.ovozFrames = undefined;
    window.ovozFreeze?.(false);
  });
  return frames;
}

/** Runs in the page. */
function hasStopped(stillFrames: number): boolean {
  const lastFrames = window.ovozFrames?.slice(-stillFrames).map((frame) => JSON.stringify(frame)) ?? [];
  return lastFrames.length === stillFrames && new Set(lastFrames).size === 1;
}

const isBox = (box: Box | null): box is Box => box !== null;
const sides = ['x', 'y', 'width', 'height'] as const;

/** Expects that a box moves, and that no frame takes it farther than a quarter of its way. @returns its first and last place */
export function expectOneMovement(boxes: readonly (Box | null)[]): [first: Box, last: Box] {
  const visibleBoxes = boxes.filter(isBox);
  const [first, last] = [visibleBoxes[0], visibleBoxes.at(-1)];
  if (!first || !last) throw new Error('The box was never visible.');
  const steps = new Set(visibleBoxes.map((box) => JSON.stringify(box))).size;
  expect(steps, JSON.stringify(visibleBoxes)).toBeGreaterThan(10);
  for (const side of sides) {
    const places = visibleBoxes.map((box) => box[side]);
    const distancePx = Math.max(...places) - Math.min(...places);
    const jumps = places.slice(1).map((place, previous) => Math.abs(place - (places[previous] ?? place)));
    expect(Math.max(...jumps), `${side}: ${places.map(Math.round).join(' ')}`).toBeLessThanOrEqual(
      maxFrameShare * distancePx + roundingPx,
    );
  }
  return [first, last];
}

/** Expects that each frame shows all sides of a box at the same part of their way, however few frames there are. */
export function expectSidesInStep(boxes: readonly (Box | null)[]): void {
  const visibleBoxes = boxes.filter(isBox);
  const [first, last] = [visibleBoxes[0], visibleBoxes.at(-1)];
  if (!first || !last) throw new Error('The box was never visible.');
  const moving = sides.filter((side) => Math.abs(last[side] - first[side]) > 40);
  expect(moving.length).toBeGreaterThan(1);
  for (const box of visibleBoxes) {
    const shares = moving.map((side) => (box[side] - first[side]) / (last[side] - first[side]));
    expect(Math.max(...shares) - Math.min(...shares), JSON.stringify(box)).toBeLessThan(0.05);
  }
}

/** Expects that a box appears at its final place. */
export function expectNoMovement(boxes: readonly (Box | null)[]): void {
  const visibleBoxes = boxes.filter(isBox).map(({ x, width }) => `${x} ${width}`);
  expect(visibleBoxes.length).toBeGreaterThan(0);
  expect([...new Set(visibleBoxes)]).toHaveLength(1);
}

/** Expects that two boxes cover each other, but for a few pixels. */
export function expectSamePlace(box: Box, otherBox: Box | null, withinPx: number): void {
  if (!otherBox) throw new Error('The other box is not visible.');
  for (const side of sides) expect(Math.abs(box[side] - otherBox[side]), side).toBeLessThanOrEqual(withinPx);
}

import { expect, test } from 'vitest';
import { flightTo, panelHeightPx, panelWidthPx, shapeOver } from './shapes';

const rect = (left: number, top: number, width: number, height: number): DOMRectReadOnly => ({
  ...{ x: left, y: top, left, top, width, height, right: left + width, bottom: top + height },
  toJSON: () => '',
});

test('the panel is as wide as the window allows, up to 544 px', () => {
  expect([panelWidthPx(360), panelWidthPx(1280)]).toEqual([336, 544]);
});

test('the panel is no higher than the window allows, or closing would move its top out of view', () => {
  expect([panelHeightPx(300, 800), panelHeightPx(1000, 800)]).toEqual([300, 776]);
});

test('a panel with the shape of the form covers the form', () => {
  const resting = { centre: 640, foot: 888 };
  const { left, top, width, height } = shapeOver(rect(100, 200, 384, 430), resting);
  const bottom = resting.foot + top;
  expect([resting.centre + left - width / 2, bottom - height, width, height]).toEqual([100, 200, 384, 430]);
});

test('towers that fly to other towers end at the same foot and width', () => {
  const resting = { centre: 640, foot: 600, width: 480 };
  expect(flightTo(rect(700, 100, 240, 300), resting)).toBe('translate(180px, -200px) scale(0.5)');
});

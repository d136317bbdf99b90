import { describe, expect, test } from 'vitest';
import { placeIn } from './popover-position';

const rect = (left: number, top: number): DOMRectReadOnly => ({
  ...{ x: left, y: top, left, top, width: 200, height: 64, right: left + 200, bottom: top + 64 },
  toJSON: () => '',
});
const form = { width: 336, height: 430 };
const phone = { left: 0, top: 0, width: 360, height: 740 };

describe('the phone form', () => {
  test('covers its button', () => {
    expect(placeIn({ ...phone, width: 1280, height: 1400 }, form, rect(32, 500))).toMatchObject({
      left: 32,
      top: 500,
    });
  });

  test('moves up only as far as necessary', () => {
    expect(placeIn(phone, form, rect(20, 400))).toMatchObject({ left: 12, top: 740 - 12 - 430 });
  });

  test('stays above a keyboard, and scrolls if it is taller than the visible area', () => {
    const place = placeIn({ ...phone, height: 360 }, form, rect(20, 400));
    expect(place).toMatchObject({ top: 12, maxHeight: 336 });
  });

  test('is in the part of the window that a zoom shows', () => {
    const zoomed = { left: 100, top: 200, width: 400, height: 500 };
    expect(placeIn(zoomed, form, rect(20, 20))).toMatchObject({ left: 112, top: 212 });
  });

  test('is in the middle without a button', () => {
    expect(placeIn(phone, form, null)).toMatchObject({ left: 12, top: 155 });
  });
});

import { expect, test } from 'vitest';
import { pressedTabOn } from './office-tabs';

test('a pressed tab is marked until its page arrives, and no more after a step back', () => {
  const pressed = { href: '/uz/admin/live', from: '/uz/admin/leads' };
  expect(pressedTabOn('/uz/admin/leads', pressed)?.href).toBe('/uz/admin/live');
  const arrived = pressedTabOn('/uz/admin/live', pressed);
  expect(arrived?.href).toBe('/uz/admin/live');
  expect(pressedTabOn('/uz/admin/live', arrived)).toBe(arrived);
  expect(pressedTabOn('/uz/admin/leads', arrived)?.href).toBe('/uz/admin/leads');
});

test('before a press no tab counts as pressed', () => {
  expect(pressedTabOn('/uz/admin/leads', undefined)).toBeUndefined();
});
